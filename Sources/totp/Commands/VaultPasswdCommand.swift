// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Secrets
import Shell
import Vault

/// `totp vault passwd`: changes the passphrase.
enum VaultPasswdCommand {
  static let newFile = Option(
    "new-passphrase-file",
    value: "FILE",
    "Read the new passphrase from a file",
    as: .file
  )
  static let newDescriptor = Option(
    "new-passphrase-fd",
    value: "N",
    "Read the new passphrase from an open descriptor"
  ) { (text) throws(ArgumentError) in
    guard let number = Int32(decimal: text) else {
      throw ArgumentError(expected: "the number of an open file descriptor")
    }
    return number
  }
  static let newCommand = Option(
    "new-passphrase-command",
    value: "COMMAND",
    "Read the new passphrase from a shell command"
  )

  static let command = Command<World>(
    "passwd",
    "Change the vault's passphrase",
    arguments: [newDescriptor, newFile, newCommand, VaultCommand.kdf],
    details: """
      The present passphrase is asked for first, also when the vault is unlocked. Earlier generations and copies of the vault still \
      open with the old one, and hold the key of this one: when a passphrase has become known, make \
      a new vault.
      """
  ) { parsed, world in
    let session = try VaultSession(parsed, world, usesKeyring: false)
    // A wrong passphrase is found out before a new one is typed, and nobody waits for the typing.
    let presentCost = try session.read { vault in cost(of: vault) }
    let passphrase = try NewPassphrase.read(
      source: source(parsed),
      options: "--new-passphrase-file F, --new-passphrase-fd N and --new-passphrase-command C",
      subject: session.file.path,
      world.terminal
    )
    try session.update { vault in
      try vault.replacePassphrase(
        with: passphrase.span,
        cost: parsed(VaultCommand.kdf)?.cost ?? presentCost,
        at: world.clock.now(),
        randomness: world.randomness
      )
    }
    try world.output.write("changed the passphrase of \(DisplayText.escaped(session.file.path))\n")
    return .done
  }

  private static func source(_ parsed: Parsed) -> PassphraseSource? {
    if let descriptor = parsed(newDescriptor) { return .descriptor(descriptor) }
    if let path = parsed(newFile) { return .file(path) }
    return parsed(newCommand).map { .command($0) }
  }

  private static func cost(of vault: borrowing Vault) -> PassphraseCost {
    for slot in vault.slots {
      if case .passphrase(_, let cost) = slot.kind { return cost }
    }
    return .moderate
  }
}
