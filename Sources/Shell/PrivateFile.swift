// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// A file that only its owner can read, and that is there whole or not at all.
package enum PrivateFile {
  /// Refuses a path at which there is anything.
  ///
  /// - Parameter path: where a file is to be.
  /// - Throws: ``ShellError/system(_:subject:errno:)`` with `EEXIST`.
  ///
  /// lstat(2)
  package static func refuseExisting(_ path: String) throws(ShellError) {
    var status = stat()
    // The pointer is good for the call.
    guard unsafe lstat(path, &status) != 0 else {
      throw .system(.write, subject: path, errno: EEXIST)
    }
  }

  /// Writes a file with mode 0600.
  ///
  /// It is written beside its place, synced, and linked or moved there.
  ///
  /// - Parameters:
  ///   - bytes: what is to be in it.
  ///   - path: where; a link that is there is replaced and not followed.
  ///   - isReplacing: whether it may take the place of a file that is there.
  /// - Throws: ``ShellError/system(_:subject:errno:)``; `EEXIST` when a file is there.
  ///
  /// open(2), fsync(2), link(2), rename(2)
  package static func write(
    _ bytes: Span<UInt8>,
    to path: String,
    replacing isReplacing: Bool
  ) throws(ShellError) {
    if !isReplacing { try refuseExisting(path) }
    let draft = "\(path).\(getpid()).new"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let descriptor = unsafe linux_open(draft, flags, 0o600)
    guard descriptor >= 0 else { throw .system(.write, subject: path, errno: errno) }
    var isOpen = true
    defer {
      if isOpen { close(descriptor) }
      // The string outlives the call.
      unsafe unlink(draft)
    }
    // Whatever the umask says.
    guard fchmod(descriptor, 0o600) == 0 else {
      throw .system(.write, subject: path, errno: errno)
    }
    try DescriptorOutput(descriptor: descriptor, name: path).write(bytes)
    guard fsync(descriptor) == 0 else { throw .system(.write, subject: path, errno: errno) }
    isOpen = false
    guard close(descriptor) == 0 else { throw .system(.write, subject: path, errno: errno) }
    // A link does not take the place of what came in the meantime; a move does.
    // The strings outlive the call.
    let result = unsafe isReplacing ? rename(draft, path) : link(draft, path)
    guard result == 0 else { throw .system(.write, subject: path, errno: errno) }
  }
}
