// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// The environment variables that the program looks at; passed in so that a test can set them.
package struct Environment: Sendable {
  private let values: [String: String]

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
    var entry = unsafe linux_environment()
    // The array ends with a null pointer, and nothing here changes the environment.
    while let pointer = unsafe entry?.pointee {
      let text = unsafe String(cString: pointer)
      if let equals = text.firstIndex(of: "=") {
        values[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      unsafe entry = entry?.successor()
    }
    return Environment(values)
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
