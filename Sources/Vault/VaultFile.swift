// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// The file that a vault is in, and how it is read and replaced without ever losing it.
///
/// Symbolic links are followed, and what is written lies beside the link's target. A write makes a
/// new file, puts it on the disk, keeps the old one as a generation, and renames: whenever the
/// machine stops, the old or the new vault is there, whole.
public struct VaultFile: Sendable {
  /// How many earlier generations are kept.
  public static let generationCount = 5

  /// What parts the names of a path.
  ///
  /// To a string it can be half of a letter: one with an accent on it.
  private static let slash = UInt8(ascii: "/")

  /// The file as it was named.
  public let path: String
  /// How long others may keep the file locked, in seconds.
  public let lockSeconds: Int
  /// The file that symbolic links lead to.
  let target: String

  /// Finds the file.
  ///
  /// - Parameters:
  ///   - path: where it is, or will be.
  ///   - lockSeconds: how long others may keep the file locked.
  /// - Throws: ``VaultError/system(_:path:errno:)`` for links that lead in a circle, or to a name
  ///   that is no UTF-8; ``VaultError/notARegularFile(path:)`` for a name that ends in a slash.
  public init(_ path: String, lockSeconds: Int = 20) throws(VaultError) {
    self.path = path
    self.lockSeconds = lockSeconds
    target = try Self.target(of: path)
    // A folder's name leads to no file, and nothing is to be left in that folder.
    guard target.utf8.last != Self.slash else { throw .notARegularFile(path: path) }
  }

  /// readlink(2), also for a link whose target is not there yet.
  private static func target(of path: String) throws(VaultError) -> String {
    var current = path
    for _ in 0..<40 {
      var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
      // The array is as long as the count says.
      let count = unsafe linux_readlink(current, &bytes, bytes.count)
      if count < 0 {
        // A link that was taken for a file would be replaced, and the file left behind.
        guard [EINVAL, ENOENT, ENOTDIR].contains(errno) else {
          throw .system(.open, path: path, errno: errno)
        }
        return current
      }
      guard let link = String(validating: bytes[..<count], as: UTF8.self) else {
        throw .system(.follow, path: path, errno: EILSEQ)
      }
      current = link.utf8.first == slash ? link : "\(folder(of: current))/\(link)"
    }
    throw .system(.follow, path: path, errno: ELOOP)
  }

  /// The folder that the file is in, where symbolic links lead to.
  public var folder: String { Self.folder(of: target) }

  static func folder(of path: String) -> String {
    guard let end = path.utf8.lastIndex(of: slash) else { return "." }
    return end == path.startIndex ? "/" : String(path[..<end])
  }

  /// Reads the file.
  ///
  /// - Returns: its bytes, or `nil` when there is no file.
  /// - Throws: ``VaultError/notARegularFile(path:)``, ``VaultError/tooLarge(limit:)``,
  ///   ``VaultError/system(_:path:errno:)``.
  ///
  /// open(2), without waiting for a pipe's other end
  public func read() throws(VaultError) -> [UInt8]? {
    let descriptor = unsafe linux_open(target, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .system(.open, path: path, errno: errno)
    }
    defer { close(descriptor) }
    var status = stat()
    // The pointer is good for the call.
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw .system(.read, path: path, errno: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notARegularFile(path: path) }
    guard status.st_size <= Envelope.mostByteCount else {
      throw .tooLarge(limit: Envelope.mostByteCount)
    }
    var failure: Int32?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, filled in
      while filled < buffer.count {
        // The rest of the buffer is as long as the count says.
        let count = unsafe Glibc.read(
          descriptor,
          buffer.baseAddress.map { unsafe $0 + filled },
          buffer.count - filled
        )
        if count < 0 && errno == EINTR { continue }
        if count < 0 { failure = errno }
        if count <= 0 { break }
        filled += count
      }
    }
    if let failure { throw .system(.read, path: path, errno: failure) }
    return bytes
  }

  /// The permission bits of the file, or `nil` when there is none that can be looked at.
  public var mode: UInt32? { (try? status(of: target)).map { $0.st_mode & 0o7777 } }

  /// What the system knows of the vault or a file beside it, or `nil` when there is none.
  ///
  /// stat(2)
  func status(of name: String) throws(VaultError) -> stat? {
    var status = stat()
    // The pointers are good for the call.
    if unsafe stat(name, &status) == 0 { return status }
    // Whatever else it is, it does not say that there is no file.
    guard errno == ENOENT || errno == ENOTDIR else {
      throw .system(.open, path: path, errno: errno)
    }
    return nil
  }

  /// Checks that the file may be changed, before anything is done that would be for nothing.
  ///
  /// A rename does not ask for the file's own write permission, so it is asked for here, of root too.
  ///
  /// - Throws: ``VaultError/readOnly(path:)``, ``VaultError/system(_:path:errno:)``.
  ///
  /// access(2)
  public func checkWritable() throws(VaultError) {
    guard let status = try status(of: target) else { return }
    guard status.st_mode & 0o222 != 0, unsafe access(target, W_OK) == 0 else {
      throw .readOnly(path: path)
    }
  }
}
