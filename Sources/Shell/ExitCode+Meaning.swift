// SPDX-License-Identifier: MIT
package import CommandLineKit

/// What the exit codes mean; changing one breaks scripts.
extension ExitCode {
  /// Done; `verify`: the code is right.
  package static let done = ExitCode.success
  /// Any other failure; `verify`: the code is wrong.
  package static let failed = ExitCode(rawValue: 1)
  /// Wrong usage, or input that is no token.
  package static let usage = ExitCode(rawValue: 2)
  /// No such token.
  package static let noMatch = ExitCode(rawValue: 3)
  /// Several tokens match.
  package static let severalMatches = ExitCode(rawValue: 4)
  /// Passphrase missing or wrong.
  package static let locked = ExitCode(rawValue: 5)
  /// The vault is damaged, or made by a newer version.
  package static let vaultUnreadable = ExitCode(rawValue: 6)
  /// No readable QR code, or none with a token.
  package static let noCode = ExitCode(rawValue: 7)
  /// No card, reader or pcscd.
  package static let noCard = ExitCode(rawValue: 8)
  /// The card refused.
  package static let cardRefused = ExitCode(rawValue: 9)
}
