// SPDX-License-Identifier: MIT
import CommandLineKit
import Shell

/// `totp vault …`: the file that holds the tokens.
enum VaultCommand {
  static let kdf = Option("kdf", value: "COST", "interactive, moderate or sensitive") {
    (text) throws(ArgumentError) in
    guard let cost = PassphraseCost(name: text) else {
      throw ArgumentError("interactive, moderate or sensitive")
    }
    return cost
  }

  static let command = Command<World>(
    "vault", "Make, look at and care for the vault",
    subcommands: [
      VaultInitCommand.command, VaultInfoCommand.command, VaultPasswdCommand.command,
      VaultCheckCommand.command,
    ])
}
