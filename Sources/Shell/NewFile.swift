// SPDX-License-Identifier: MIT
import CLinux
import Glibc
import Secrets

/// A file that is written for a person: whole or not at all, and nobody else's to read.
package enum NewFile {
  /// Writes a file of mode 0600.
  ///
  /// It appears under its name when it is complete and on the disk.
  ///
  /// - Parameters:
  ///   - bytes: what it is to hold.
  ///   - path: its name.
  ///   - replacing: whether a file of that name may be replaced; a symbolic link is, not its target.
  /// - Throws: ``ShellError/fileExists(path:)``, ``ShellError/system(_:subject:errno:)``.
  ///
  /// open(2), fsync(2), link(2), rename(2)
  package static func write(
    _ bytes: Span<UInt8>,
    to path: String,
    replacing: Bool
  ) throws(ShellError) {
    guard replacing || !isThere(path) else { throw .fileExists(path: path) }
    let temporary = "\(path).\(getpid()).new"
    let descriptor = unsafe linux_open(
      temporary,
      O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
      0o600
    )
    guard descriptor >= 0 else { throw .system(.write, subject: path, errno: errno) }
    do throws(ShellError) {
      defer { close(descriptor) }
      try DescriptorOutput(descriptor: descriptor, name: path).write(bytes)
      // Whatever the umask took away is not given back to others.
      guard fchmod(descriptor, 0o600) == 0, fsync(descriptor) == 0 else {
        throw .system(.write, subject: path, errno: errno)
      }
      if replacing {
        guard unsafe rename(temporary, path) == 0 else {
          throw .system(.write, subject: path, errno: errno)
        }
        return
      }
      // A link to a name that is taken fails, whoever took it meanwhile.
      if unsafe link(temporary, path) != 0 {
        if errno == EEXIST { throw .fileExists(path: path) }
        // Some file systems have no second names.
        guard !isThere(path), unsafe rename(temporary, path) == 0 else {
          throw .system(.write, subject: path, errno: errno)
        }
        return
      }
      unsafe unlink(temporary)
    } catch {
      unsafe unlink(temporary)
      throw error
    }
  }

  /// lstat(2): a link that leads nowhere is there too.
  private static func isThere(_ path: String) -> Bool {
    var status = stat()
    // The pointers are good for the call.
    return unsafe lstat(path, &status) == 0
  }
}
