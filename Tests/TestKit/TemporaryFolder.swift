// SPDX-License-Identifier: MIT
import Foundation

/// A folder of its own, which goes when it goes.
package final class TemporaryFolder: Sendable {
  /// Its absolute path, without symbolic links.
  package let path: String

  /// Makes the folder, for its owner alone.
  ///
  /// - Throws: what making it throws.
  package init() throws {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "totp-test-\(UUID().uuidString)")
    path = folder.path
    try FileManager.default.createDirectory(
      at: folder,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Names a file in the folder.
  ///
  /// - Parameter name: its name, or a path below the folder.
  /// - Returns: its absolute path.
  package func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file.
  ///
  /// - Parameters:
  ///   - name: its name, or a path below the folder, which is made.
  ///   - bytes: what is in it.
  ///   - mode: its permission bits, whatever the umask is.
  /// - Returns: its absolute path.
  /// - Throws: what writing throws.
  @discardableResult
  package func write(_ name: String, _ bytes: [UInt8], mode: Int = 0o600) throws -> String {
    let file = self(name)
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent,
      withIntermediateDirectories: true
    )
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    return file
  }

  /// Writes a file of text.
  ///
  /// - Parameters:
  ///   - name: its name, or a path below the folder, which is made.
  ///   - text: what is in it.
  ///   - mode: its permission bits, whatever the umask is.
  /// - Returns: its absolute path.
  /// - Throws: what writing throws.
  @discardableResult
  package func write(_ name: String, _ text: String, mode: Int = 0o600) throws -> String {
    try write(name, Array(text.utf8), mode: mode)
  }

  /// Reads a file.
  ///
  /// - Parameter name: its name.
  /// - Returns: its bytes.
  /// - Throws: what reading throws.
  package func read(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: self(name))))
  }

  /// The names of what is in the folder, sorted.
  package var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}
