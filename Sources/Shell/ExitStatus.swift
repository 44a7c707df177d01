// SPDX-License-Identifier: MIT

/// What a command's exit status means; changing one breaks scripts.
package enum ExitStatus: Int32, Sendable {
  /// Done; `verify`: the code is right.
  case done = 0
  /// Any other failure; `verify`: the code is wrong.
  case failed = 1
  /// Wrong usage, or input that is no token.
  case usage = 2
  /// No such token.
  case noMatch = 3
  /// Several tokens match.
  case severalMatches = 4
  /// Passphrase missing or wrong.
  case locked = 5
  /// The vault is damaged, or made by a newer version.
  case vaultUnreadable = 6
  /// No readable QR code, or none with a token.
  case noCode = 7
  /// No card, reader or pcscd.
  case noCard = 8
  /// The card refused.
  case cardRefused = 9
}
