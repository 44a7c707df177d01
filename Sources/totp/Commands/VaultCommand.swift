// SPDX-License-Identifier: MIT
import CommandLineKit
import Shell
import Vault

/// `totp vault …`: the file that holds the tokens.
enum VaultCommand {
  static let kdf = Option(
    "kdf",
    value: "COST",
    "What each try of a passphrase costs",
    as: .choice(of: PassphraseCostName.self)
  )

  static let command = Command<World>(
    "vault",
    "Make, look at and care for the vault",
    subcommands: [
      VaultInitCommand.command, VaultInfoCommand.command, VaultPasswdCommand.command,
      VaultSlotCommand.command, VaultCheckCommand.command,
    ]
  )
}

/// `totp vault init`: makes an empty vault.
enum VaultInitCommand {
  static let command = Command<World>(
    "init",
    "Make an empty vault",
    arguments: [VaultCommand.kdf],
    details: """
      The first add makes one too. The cost is what each try of a passphrase takes: 64 MiB twice, \
      256 MiB three times, or 1 GiB four times.
      """,
    examples: [Example("Make tries very slow", "totp vault init --kdf sensitive")]
  ) { parsed, world in
    let session = try VaultSession(parsed, world)
    try session.create(cost: parsed(VaultCommand.kdf)?.cost ?? .moderate)
    try world.output.write("made \(DisplayText.escaped(session.file.path))\n")
    return .done
  }
}

/// What `--kdf` takes.
enum PassphraseCostName: String, CaseIterable {
  case interactive
  case moderate
  case sensitive

  /// The cost of this name.
  var cost: PassphraseCost {
    switch self {
    case .interactive: .interactive
    case .moderate: .moderate
    case .sensitive: .sensitive
    }
  }
}
