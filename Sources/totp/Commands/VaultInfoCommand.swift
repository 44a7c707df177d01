// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Shell
import Vault

/// `totp vault info`: tells what can be told of a vault without its passphrase.
enum VaultInfoCommand {
  static let command = Command<World>(
    "info",
    "Tell about the vault, without opening it",
    arguments: [TokenArguments.json]
  ) { parsed, world in
    let file = try VaultSession(parsed, world).file
    guard let bytes = try file.read() else { throw ShellError.noVault(path: file.path) }
    let envelope: Envelope
    do {
      envelope = try Envelope(parsing: bytes)
    } catch {
      throw LocatedError(file.path, error)
    }
    if parsed(TokenArguments.json) {
      try json(file, envelope, bytes.count).write(to: world.output)
    } else {
      try world.output.write(text(file, envelope, bytes.count))
    }
    return .done
  }

  private static func text(_ file: VaultFile, _ envelope: Envelope, _ byteCount: Int) -> String {
    var rows = [
      ["path", DisplayText.escaped(file.path)],
      ["version", "1"],
      ["id", hexadecimal(envelope.vaultID)],
      ["cipher", "XChaCha20-Poly1305"],
      ["size", "\(byteCount) bytes"],
      ["mode", String(file.mode ?? 0, radix: 8)],
    ]
    for slot in envelope.slots {
      rows.append(["key slot", "\(DisplayText.escaped(slot.name)): \(words(for: slot))"])
    }
    var text = ""
    for row in rows { text += "\(DisplayText.padded(row[0], to: 10))\(row[1])\n" }
    return text
  }

  private static func words(for slot: KeySlot) -> String {
    switch slot.kind {
    case .passphrase(_, let cost):
      "Argon2id, \(Words.size(cost.memoryByteCount)), \(cost.operations) passes, "
        + "since \(slot.created.iso8601)"
    case .unknown: "of a kind that a newer version made"
    }
  }

  private static func json(_ file: VaultFile, _ envelope: Envelope, _ byteCount: Int) -> JSON {
    var slots: [JSON] = []
    for slot in envelope.slots {
      var members: [(String, JSON?)] = [
        ("id", .string(hexadecimal(slot.id))), ("name", .string(slot.name)),
        ("created", .integer(slot.created.seconds)),
      ]
      switch slot.kind {
      case .passphrase(_, let cost):
        members += [
          ("kind", .string("passphrase")), ("memory_bytes", .unsigned(cost.memoryByteCount)),
          ("operations", .unsigned(cost.operations)),
        ]
      case .unknown: members.append(("kind", .string("unknown")))
      }
      slots.append(.object(members))
    }
    return .object([
      ("path", .string(file.path)), ("version", .integer(1)),
      ("id", .string(hexadecimal(envelope.vaultID))), ("cipher", .string("XChaCha20-Poly1305")),
      ("bytes", .integer(Int64(byteCount))),
      ("mode", .string(String(file.mode ?? 0, radix: 8))), ("slots", .array(slots)),
    ])
  }
}
