// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// The environment variables that the program looks at; passed in so that a test can set them.
package struct Environment: Sendable {
  private let values: [String: String]
  private var unreadable: [String] = []

  /// Makes an environment.
  ///
  /// - Parameter values: names and values; an empty value counts as not set.
  package init(_ values: [String: String]) {
    self.values = values
  }

  /// The process's own environment.
  ///
  /// environ(7)
  package static var current: Environment {
    var values: [String: String] = [:]
    var unreadable: [String] = []
    var entry = unsafe linux_environment()
    // The array ends with a null pointer, and nothing here changes the environment.
    while let pointer = unsafe entry?.pointee {
      // Byte by byte: a name that is no UTF-8 must not be repaired into another file's.
      let isText = unsafe String(validatingCString: pointer) != nil
      let text = unsafe String(cString: pointer).utf8
      if let equals = text.firstIndex(of: UInt8(ascii: "=")) {
        let name = String(Substring(text[..<equals]))
        if !isText { unreadable.append(name) }
        values[name] = String(Substring(text[text.index(after: equals)...]))
      }
      unsafe entry = entry?.successor()
    }
    var environment = Environment(values)
    environment.unreadable = unreadable
    return environment
  }

  /// Checks the variables that the program looks at.
  ///
  /// - Throws: ``ShellError/notText(_:)`` when one of them is no UTF-8.
  package func check() throws(ShellError) {
    for name in unreadable.sorted()
    where name == "HOME" || name.hasPrefix("TOTP_") || name.hasPrefix("XDG_") {
      throw .notText("the environment variable \(name)")
    }
  }

  /// The value of a variable, or `nil` when it is not set or empty.
  package subscript(_ name: String) -> String? {
    guard let value = values[name], !value.isEmpty else { return nil }
    return value
  }

  /// The value of a variable that names a folder, or `nil` when it is no absolute path.
  ///
  /// The XDG Base Directory Specification has relative values ignored.
  ///
  /// - Parameter name: the variable.
  /// - Returns: the path.
  package func folder(_ name: String) -> String? {
    guard let value = self[name], value.hasPrefix("/") else { return nil }
    return value
  }

  /// Where the vault is when nobody says otherwise.
  ///
  /// - Returns: `$TOTP_VAULT`, else `$XDG_DATA_HOME/totp/vault.totp`, else the same under
  ///   `$HOME/.local/share`.
  /// - Throws: ``ShellError/noHome``.
  package func vaultPath() throws(ShellError) -> String {
    if let path = self["TOTP_VAULT"] { return path }
    if let data = folder("XDG_DATA_HOME") { return "\(data)/totp/vault.totp" }
    guard let home = folder("HOME") else { throw .noHome }
    return "\(home)/.local/share/totp/vault.totp"
  }
}
