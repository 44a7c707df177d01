// SPDX-License-Identifier: MIT
public import Secrets

/// The text form of secrets.
///
/// RFC 4648 §6.
public enum Base32 {
  /// Reads a secret as sites show it and people copy it.
  ///
  /// Case does not matter. Spaces, tabs, line ends, dashes and no-break spaces (U+00A0) are dropped,
  /// and padding at the end may be right, missing or too long.
  ///
  /// Bits beyond the last whole byte are dropped, as every authenticator does. RFC 4648 §3.5 lets a
  /// decoder refuse those that are not zero, but sites draw secrets character by character: 20 of
  /// them hold 12 bytes and 4 such bits.
  ///
  /// - Parameter text: ASCII, but for the no-break spaces, which are UTF-8.
  /// - Returns: 1 to 1,024 bytes.
  /// - Throws: ``OTPError/invalidBase32(offset:)``, ``OTPError/impossibleBase32Length(count:)``,
  ///   ``OTPError/emptySecret``, ``OTPError/secretTooLong(byteCount:)``.
  public static func decode(_ text: Span<UInt8>) throws(OTPError) -> SecretBytes {
    let count = try digitCount(of: text)
    guard count > 0 else { throw .emptySecret }
    // One, three and six digits more than a multiple of eight hold no further whole byte.
    guard ![1, 3, 6].contains(count % 8) else { throw .impossibleBase32Length(count: count) }
    let byteCount = count / 8 * 5 + count % 8 * 5 / 8
    guard byteCount <= Token.secretByteCounts.upperBound else {
      throw .secretTooLong(byteCount: byteCount)
    }
    return SecretBytes(capacity: byteCount) { output in
      var bits: UInt16 = 0
      var bitCount: UInt16 = 0
      for index in text.indices {
        guard let value = value(of: text[index]) else { continue }
        bits = bits << 5 | UInt16(value)
        bitCount += 5
        guard bitCount >= 8 else { continue }
        bitCount -= 8
        output.append(UInt8(truncatingIfNeeded: bits >> bitCount))
      }
    }
  }

  /// Writes bytes in capitals, without padding: the form that URIs want.
  ///
  /// - Parameter bytes: any number of bytes.
  /// - Returns: ASCII; as secret as the bytes are.
  public static func encode(_ bytes: Span<UInt8>) -> SecretBytes {
    SecretBytes(capacity: encodedCount(byteCount: bytes.count)) { output in
      append(bytes, to: &output)
    }
  }

  /// Counts the characters that ``encode(_:)`` makes.
  ///
  /// - Parameter byteCount: how many bytes there are.
  /// - Returns: how many characters they take, without padding.
  public static func encodedCount(byteCount: Int) -> Int {
    (byteCount * 8 + 4) / 5
  }

  /// Writes bytes like ``encode(_:)`` into memory that someone else owns.
  ///
  /// - Parameters:
  ///   - bytes: any number of bytes.
  ///   - output: has room for ``encodedCount(byteCount:)`` characters.
  public static func append(_ bytes: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
    var bits: UInt16 = 0
    var bitCount: UInt16 = 0
    for index in bytes.indices {
      bits = bits << 8 | UInt16(bytes[index])
      bitCount += 8
      while bitCount >= 5 {
        bitCount -= 5
        output.append(character(of: bits >> bitCount))
      }
    }
    if bitCount > 0 { output.append(character(of: bits << (5 - bitCount))) }
  }

  /// Counts the digits, and refuses whatever is neither digit, separator nor padding at the end.
  private static func digitCount(of text: Span<UInt8>) throws(OTPError) -> Int {
    var count = 0
    var characters = 0
    var firstPadding: Int?
    var index = 0
    while index < text.count {
      switch text[index] {
      case let byte where value(of: byte) != nil:
        if let firstPadding { throw .invalidBase32(offset: firstPadding) }
        count += 1
      case UInt8(ascii: "="):
        firstPadding = firstPadding ?? characters
      case UInt8(ascii: " "), UInt8(ascii: "-"), 0x09, 0x0A, 0x0D:
        break
      case 0xC2 where index + 1 < text.count && text[index + 1] == 0xA0:
        index += 1
      default:
        throw .invalidBase32(offset: characters)
      }
      characters += 1
      index += 1
    }
    return count
  }

  /// The five bits of a digit, without a table whose use would show in the processor's cache.
  private static func value(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a")
    case UInt8(ascii: "2")...UInt8(ascii: "7"): byte - UInt8(ascii: "2") + 26
    default: nil
    }
  }

  /// The digit of the lowest five bits.
  private static func character(of bits: UInt16) -> UInt8 {
    let value = UInt8(truncatingIfNeeded: bits & 0x1F)
    return value < 26 ? UInt8(ascii: "A") + value : UInt8(ascii: "2") + value - 26
  }
}
