// SPDX-License-Identifier: MIT
package import Secrets

/// Base64 in either alphabet.
///
/// RFC 4648 §4, §5. Padding may be missing, and white space is skipped.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  /// Reads Base64 into guarded memory.
  ///
  /// - Parameter text: Base64 as ASCII.
  /// - Returns: the bytes, or `nil` when the text is no Base64.
  package static func decode(_ text: Span<UInt8>) -> SecretBytes? {
    var isValid = true
    var count = 0
    let bytes = SecretBytes(capacity: text.count * 3 / 4 + 3) { output in
      var bits: UInt32 = 0
      var bitCount: UInt32 = 0
      var hasEnded = false
      for index in text.indices {
        switch text[index] {
        case 0x09...0x0D, 0x20: continue
        case UInt8(ascii: "="): hasEnded = true
        case let byte:
          guard !hasEnded, let value = value(of: byte) else {
            isValid = false
            return
          }
          count += 1
          bits = bits << 6 | value
          bitCount += 6
          if bitCount >= 8 {
            bitCount -= 8
            output.append(UInt8(truncatingIfNeeded: bits >> bitCount))
            bits &= (1 << bitCount) - 1
          }
        }
      }
    }
    guard isValid, count % 4 != 1 else { return nil }
    return bytes
  }

  /// Writes bytes as Base64 with padding, in the standard alphabet.
  ///
  /// - Parameters:
  ///   - bytes: the bytes.
  ///   - append: takes each character.
  package static func encode(_ bytes: Span<UInt8>, append: (UInt8) -> Void) {
    var index = 0
    while index < bytes.count {
      let count = min(3, bytes.count - index)
      var group: UInt32 = 0
      for place in 0..<3 {
        group = group << 8 | (place < count ? UInt32(bytes[index + place]) : 0)
      }
      for place in 0..<4 {
        let character = alphabet[Int(group >> UInt32(18 - 6 * place) & 63)]
        append(place <= count ? character : UInt8(ascii: "="))
      }
      index += 3
    }
  }

  private static func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
