// SPDX-License-Identifier: MIT
import OTPCore
import Shell
import Vault

/// What is told of a key slot.
enum KeySlotOutput {
  /// How it opens, in words.
  static func words(for slot: KeySlot) -> String {
    switch slot.kind {
    case .passphrase(_, let cost):
      "Argon2id, \(Words.size(cost.memoryByteCount)), \(cost.operations) passes, "
        + "since \(slot.created.iso8601)"
    case .keyFile: "key file, since \(slot.created.iso8601)"
    case .recoveryCode: "recovery code, since \(slot.created.iso8601)"
    case .unknown: "of a kind that a newer version made"
    }
  }

  /// The members of a slot's object.
  static func members(of slot: KeySlot) -> [(String, JSON?)] {
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
    case .keyFile: members.append(("kind", .string("key-file")))
    case .recoveryCode: members.append(("kind", .string("recovery-code")))
    case .unknown: members.append(("kind", .string("unknown")))
    }
    return members
  }
}
