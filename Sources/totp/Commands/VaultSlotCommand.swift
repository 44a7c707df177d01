// SPDX-License-Identifier: MIT
import CommandLineKit
import Shell
import Vault

/// `totp vault slot …`: the ways to open the vault.
enum VaultSlotCommand {
  static let command = Command<World>(
    "slot",
    "Add, remove and list the ways to open the vault",
    details: """
      Each key slot opens the vault alone: a passphrase, a key file or a recovery code.
      """,
    subcommands: [
      VaultSlotListCommand.command, VaultSlotAddCommand.command, VaultSlotRemoveCommand.command,
      VaultSlotRenameCommand.command,
    ]
  )
}

/// `totp vault slot list`: lists them, without opening the vault.
enum VaultSlotListCommand {
  static let command = Command<World>(
    "list",
    "List the key slots, without opening the vault",
    arguments: [TokenArguments.json]
  ) { parsed, world in
    let slots = try VaultSession(parsed, world).envelope().slots
    if parsed(TokenArguments.json) {
      try JSON.array(slots.map { .object(KeySlotOutput.members(of: $0)) }).write(to: world.output)
    } else {
      let rows = slots.map { slot in
        [
          DisplayText.escaped(slot.name), String(hexadecimal(slot.id).prefix(8)),
          KeySlotOutput.words(for: slot),
        ]
      }
      try world.output.write(TextTable.columns(rows))
    }
    return .done
  }
}

/// `totp vault slot rename`: gives a key slot another name.
enum VaultSlotRenameCommand {
  private static let name = Positional("name", "What it is to be called", as: TokenArguments.tag)

  static let command = Command<World>(
    "rename",
    "Give a key slot another name",
    arguments: [SlotArgument.slot, name],
    examples: [Example("Say whose it is", "totp vault slot rename passphrase ana")]
  ) { parsed, world in
    let session = try VaultSession(parsed, world)
    let text = parsed(SlotArgument.slot)
    let slot = try SlotArgument.find(text, in: session.envelope().slots)
    try session.update { vault in try vault.renameSlot(slot.id, to: parsed(name)) }
    try world.output.write("renamed \(DisplayText.escaped("\(slot.name) to \(parsed(name))"))\n")
    return .done
  }
}

/// `totp vault slot rm`: removes a key slot.
enum VaultSlotRemoveCommand {
  static let command = Command<World>(
    "rm",
    "Remove a key slot",
    arguments: [SlotArgument.slot, TokenArguments.yes],
    details: """
      On a terminal it asks first; elsewhere it wants --yes. The last slot that opens the vault \
      stays. The vault is opened first, also when it is unlocked.

      Earlier generations and copies of the vault still open with what was removed, and hold the \
      key of this one: when a passphrase, a file or a code has become known, make a new vault.
      """,
    examples: [Example("A code that was lost", "totp vault slot rm \"recovery code\"")]
  ) { parsed, world in
    let session = try VaultSession(parsed, world, usesKeyring: false)
    let slot = try SlotArgument.find(parsed(SlotArgument.slot), in: session.envelope().slots)
    let name = DisplayText.escaped(slot.name)
    if !parsed(TokenArguments.yes) {
      guard world.terminal.isThere else {
        throw ShellError.confirmationNeeded("removing a key slot")
      }
      guard try world.terminal.confirm("Remove the key slot \(name) for good?") else {
        throw ShellError.declined
      }
    }
    try session.update { vault in try vault.removeSlot(slot.id) }
    try world.output.write("removed \(name)\n")
    return .done
  }
}
