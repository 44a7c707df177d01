// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Secrets
import Shell
import Vault

/// `totp vault passwd`: changes one passphrase.
enum VaultPasswdCommand {
  private static let slot = Option(
    "slot",
    value: "SLOT",
    "Which passphrase, instead of the one given"
  )

  static let command = Command<World>(
    "passwd",
    "Change the passphrase, or what a try of it costs",
    arguments: NewPassphraseArguments.all + [VaultCommand.kdf, slot],
    details: """
      The present passphrase is asked for first, also when the vault is unlocked; that one is \
      changed, and other key slots stay. A recovery code or a key file does as well where there is \
      one passphrase.

      Earlier generations and copies of the vault still open with the old one, and hold the key of \
      this one: when a passphrase has become known, make a new vault.
      """
  ) { parsed, world in
    let session = try VaultSession(parsed, world, usesKeyring: false)
    // A wrong passphrase is found out before a new one is typed, and nobody waits for the typing.
    let slots = try session.read { vault in vault.slots }
    let (id, presentCost) = try target(parsed(slot), slots, opened: session.openedSlot)
    let passphrase = try NewPassphraseArguments.read(parsed, session, world)
    _ = try session.update { vault in
      try vault.replaceSlot(
        id,
        withPassphrase: passphrase.span,
        cost: parsed(VaultCommand.kdf)?.cost ?? presentCost,
        at: world.clock.now(),
        randomness: world.randomness
      )
    }
    try world.output.write("changed the passphrase of \(DisplayText.escaped(session.file.path))\n")
    return .done
  }

  /// The slot that was named, else the one that was opened, else the only one with a passphrase.
  private static func target(
    _ named: String?,
    _ slots: [KeySlot],
    opened: [UInt8]?
  ) throws -> (id: [UInt8], cost: PassphraseCost) {
    if let named {
      let slot = try SlotArgument.find(named, in: slots)
      guard case .passphrase(_, let cost) = slot.kind else {
        throw CommandError("the key slot \"\(slot.name)\" is no passphrase")
      }
      return (slot.id, cost)
    }
    var passphrases: [(slot: KeySlot, cost: PassphraseCost)] = []
    for slot in slots {
      guard case .passphrase(_, let cost) = slot.kind else { continue }
      if slot.id == opened { return (slot.id, cost) }
      passphrases.append((slot, cost))
    }
    guard let first = passphrases.first else {
      throw CommandError(
        "the vault has no passphrase to change",
        hints: ["\"totp vault slot add\" adds one"]
      )
    }
    guard passphrases.count == 1 else {
      throw CommandError(
        Failure(
          .usage,
          "the vault has \(passphrases.count) passphrases",
          candidates: passphrases.map(\.slot.name),
          hints: ["--slot says which one is to change"]
        )
      )
    }
    return (first.slot.id, first.cost)
  }
}
