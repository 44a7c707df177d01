// SPDX-License-Identifier: MIT
import Glibc

/// The environment variables that the program looks at; passed in so that a test can set them.
package struct Environment: Sendable {
  /// The variables that the program looks at.
  private static let names = [
    "HOME", "TOTP_LIBEXEC", "TOTP_PASSPHRASE_COMMAND", "TOTP_PASSPHRASE_FILE",
    "TOTP_SCREENSHOT_COMMAND", "TOTP_VAULT", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME",
  ]

  private let values: [String: String]?

  /// Makes an environment.
  ///
  /// - Parameter values: names and values; an empty value counts as not set.
  package init(_ values: [String: String]) {
    self.values = values
  }

  private init() {
    values = nil
  }

  /// Checks the variables that the program looks at.
  ///
  /// - Throws: ``ShellError/notText(_:)`` when one of them is no UTF-8: repaired, it would name
  ///   another file.
  package func check() throws(ShellError) {
    guard values == nil else { return }
    for name in Self.names {
      // The name is good for the call, and nothing here changes the environment.
      guard let value = unsafe getenv(name), unsafe String(validatingCString: value) == nil else {
        continue
      }
      throw .notText("the environment variable \(name)")
    }
  }

  /// The process's own environment; a variable is looked up when it is asked for.
  package static var current: Environment { Environment() }

  /// The value of a variable, or `nil` when it is not set or empty.
  ///
  /// getenv(3)
  package subscript(_ name: String) -> String? {
    let value: String?
    if let values {
      value = values[name]
    } else {
      // The name is good for the call, and nothing here changes the environment.
      value = unsafe getenv(name).map { unsafe String(cString: $0) }
    }
    guard let value, !value.isEmpty else { return nil }
    return value
  }

  /// The value of a variable that names a folder, or `nil` when it is no absolute path.
  ///
  /// The XDG Base Directory Specification has relative values ignored.
  ///
  /// - Parameter name: the variable.
  /// - Returns: the path.
  package func folder(_ name: String) -> String? {
    guard let value = self[name], value.utf8.first == UInt8(ascii: "/") else { return nil }
    return value
  }

  /// The folders of `PATH` that are absolute; others would lead to whatever lies where one stands.
  package var programFolders: [String] {
    (self["PATH"] ?? "").utf8.split(separator: UInt8(ascii: ":"))
      .filter { $0.first == UInt8(ascii: "/") }
      .map { String(Substring($0)) }
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
