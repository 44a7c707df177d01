// SPDX-License-Identifier: MIT

/// Tells what a shell may offer while the user types a value.
package enum Completion: Equatable, Sendable {
  /// Nothing: the value is free text, or secret, or sealed in a vault.
  case none
  /// Names of files.
  case file
  /// These words.
  case choices([String])
  /// Names of the root's commands.
  case commands
  /// Names of tokens, where they are to be had without asking anybody.
  case tokens
}
