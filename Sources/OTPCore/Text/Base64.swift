// SPDX-License-Identifier: MIT
public import Secrets

/// The text form of Google's exports, and of Steam's `shared_secret`.
///
/// RFC 4648 §4 and §5.
public enum Base64 {
  /// Reads either alphabet, with or without padding.
  ///
  /// Bits beyond the last whole byte are dropped.
  ///
  /// - Parameter text: ASCII, without spaces or line ends.
  /// - Returns: 0 bytes or more.
  /// - Throws: ``OTPError/invalidBase64(offset:)``; the offset is the text's length when its end is
  ///   missing.
  public static func decode(_ text: Span<UInt8>) throws(OTPError) -> SecretBytes {
    var count = text.count
    while count > 0, text[count - 1] == UInt8(ascii: "=") { count -= 1 }
    for index in 0..<count where value(of: text[index]) == nil {
      throw .invalidBase64(offset: index)
    }
    // One digit more than a multiple of four holds no whole byte.
    guard count % 4 != 1 else { throw .invalidBase64(offset: count) }
    return SecretBytes(capacity: count * 3 / 4) { output in
      var bits: UInt16 = 0
      var bitCount: UInt16 = 0
      for index in 0..<count {
        guard let value = value(of: text[index]) else { continue }
        bits = bits << 6 | UInt16(value)
        bitCount += 6
        guard bitCount >= 8 else { continue }
        bitCount -= 8
        output.append(UInt8(truncatingIfNeeded: bits >> bitCount))
      }
    }
  }

  /// Counts the characters that ``append(_:to:)`` makes.
  ///
  /// - Parameter byteCount: how many bytes there are.
  /// - Returns: how many characters they take, padding included.
  public static func encodedCount(byteCount: Int) -> Int {
    (byteCount + 2) / 3 * 4
  }

  /// Writes bytes in the standard alphabet, with padding.
  ///
  /// - Parameters:
  ///   - bytes: any number of bytes.
  ///   - output: has room for ``encodedCount(byteCount:)`` characters.
  public static func append(_ bytes: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let taken = min(3, bytes.count - start)
      var bits: UInt32 = 0
      for index in 0..<3 { bits = bits << 8 | (index < taken ? UInt32(bytes[start + index]) : 0) }
      for index in 0..<4 {
        let character = character(of: bits >> UInt32(18 - 6 * index))
        output.append(index <= taken ? character : UInt8(ascii: "="))
      }
    }
  }

  private static func value(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }

  /// The digit of the lowest six bits.
  private static func character(of bits: UInt32) -> UInt8 {
    let value = UInt8(truncatingIfNeeded: bits & 0x3F)
    return switch value {
    case 0..<26: UInt8(ascii: "A") + value
    case 26..<52: UInt8(ascii: "a") + value - 26
    case 52..<62: UInt8(ascii: "0") + value - 52
    case 62: UInt8(ascii: "+")
    default: UInt8(ascii: "/")
    }
  }
}
