// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// Bytes as hexadecimal digits.
enum Hexadecimal {
  /// Reads digits of either case.
  ///
  /// - Parameter text: an even number of digits.
  /// - Returns: the bytes, or `nil` when there is anything else.
  static func decode(_ text: Span<UInt8>) -> SecretBytes? {
    guard text.count.isMultiple(of: 2), text.indices.allSatisfy({ value(of: text[$0]) != nil })
    else { return nil }
    return SecretBytes(capacity: text.count / 2) { output in
      for index in stride(from: 0, to: text.count, by: 2) {
        output.append((value(of: text[index]) ?? 0) << 4 | (value(of: text[index + 1]) ?? 0))
      }
    }
  }

  /// The value of one digit.
  static func value(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
