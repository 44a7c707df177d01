// SPDX-License-Identifier: MIT
import CLinux
import Glibc
package import Secrets

/// A file whose bytes open a vault.
package enum KeyFile {
  /// The fewest bytes that are taken for a new key: what can't be guessed.
  package static let leastByteCount = 16
  /// The most bytes that are read.
  package static let mostByteCount = 1 << 20
  /// How many bytes a file gets that is made on purpose.
  package static let madeByteCount = 64

  /// Reads a key file: every byte counts, a line's end too.
  ///
  /// - Parameter path: the file; it is nobody else's to read.
  /// - Returns: its bytes.
  /// - Throws: ``ShellError/exposedKeyFile(path:mode:)``, ``ShellError/keyFileTooLong(path:limit:)``,
  ///   ``ShellError/keyFileIsNoFile(path:)``, ``ShellError/unreadableKeyFile(_:path:errno:)``.
  ///
  /// open(2), without waiting for a pipe's other end; fstat(2)
  package static func read(_ path: String) throws(ShellError) -> SecretBytes {
    let descriptor = unsafe linux_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0)
    guard descriptor >= 0 else { throw .unreadableKeyFile(.open, path: path, errno: errno) }
    defer { close(descriptor) }
    var status = stat()
    // The pointer is good for the call.
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw .unreadableKeyFile(.open, path: path, errno: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .keyFileIsNoFile(path: path) }
    guard status.st_mode & 0o077 == 0 else {
      throw .exposedKeyFile(path: path, mode: status.st_mode & 0o7777)
    }
    guard status.st_size <= mostByteCount else {
      throw .keyFileTooLong(path: path, limit: mostByteCount)
    }
    do throws(ShellError) {
      return try Input.secret(
        fromDescriptor: descriptor,
        subject: path,
        limit: Int(status.st_size)
      )
    } catch .system(let operation, _, let number) {
      throw .unreadableKeyFile(operation, path: path, errno: number)
    }
  }

  /// Reads a file that is to become a key.
  ///
  /// - Parameter path: the file.
  /// - Returns: its bytes, ``leastByteCount`` at least.
  /// - Throws: ``ShellError/keyFileTooShort(path:least:)``, and as ``read(_:)``.
  package static func readNew(_ path: String) throws(ShellError) -> SecretBytes {
    let contents = try read(path)
    guard contents.count >= leastByteCount else {
      throw .keyFileTooShort(path: path, least: leastByteCount)
    }
    return contents
  }
}
