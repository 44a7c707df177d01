// SPDX-License-Identifier: MIT
import CommandLineKit
import Shell
import Vault

/// The argument that names a key slot.
enum SlotArgument {
  static let slot = Positional("slot", "A key slot's name, or the beginning of its id")

  private static let leastDigits = 4

  /// Finds the one key slot that is meant.
  ///
  /// - Parameters:
  ///   - text: its name, its id, or the first digits of that.
  ///   - slots: the vault's.
  /// - Returns: the slot.
  /// - Throws: ``CommandError`` for none and for several.
  static func find(_ text: String, in slots: [KeySlot]) throws(CommandError) -> KeySlot {
    var found = slots.filter { $0.name == text }
    if found.isEmpty, text.utf8.count >= leastDigits {
      found = slots.filter { hexadecimal($0.id).hasPrefix(text.lowercased()) }
    }
    guard let first = found.first else {
      throw CommandError(
        Failure(
          .noMatch,
          "no key slot \"\(text)\"",
          hints: ["\"totp vault slot list\" lists them"]
        )
      )
    }
    guard found.count == 1 else {
      throw CommandError(
        Failure(
          .severalMatches,
          "\(found.count) key slots are \"\(text)\"",
          candidates: found.map { "\(hexadecimal($0.id)) \($0.name)" },
          hints: ["an id names one of them"]
        )
      )
    }
    return first
  }
}
