// SPDX-License-Identifier: MIT
public import Secrets

/// Base32 as sites show secrets in it.
///
/// RFC 4648 §6. Case, spaces, tabs, line ends, no-break spaces and dashes don't matter, nor how many
/// `=` are at the end. Bits of the last character beyond the last whole byte are ignored: sites that
/// draw letters by lot leave them as they come, and every other authenticator ignores them.
public enum Base32 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

  /// Reads Base32 into guarded memory.
  ///
  /// - Parameter text: Base32 as UTF-8.
  /// - Returns: the bytes, one at least.
  /// - Throws: ``OTPError/emptySecret``; ``OTPError/invalidBase32(offset:)``, which counts characters;
  ///   ``OTPError/impossibleBase32Length(count:)``. The text is in none of them.
  public static func decode(_ text: Span<UInt8>) throws(OTPError) -> SecretBytes {
    var count = 0
    let bytes = try SecretBytes(capacity: text.count * 5 / 8 + 1) { (output) throws(OTPError) in
      var bits: UInt32 = 0
      var bitCount: UInt32 = 0
      var hasEnded = false
      var offset = -1
      var index = 0
      while index < text.count {
        let byte = text[index]
        index += 1
        // Bytes that continue a character are not counted.
        if byte & 0xC0 != 0x80 { offset += 1 }
        if isIgnored(text, at: index - 1) { continue }
        if byte == UInt8(ascii: "=") {
          hasEnded = true
          continue
        }
        guard !hasEnded, let value = value(of: byte) else { throw .invalidBase32(offset: offset) }
        count += 1
        bits = bits << 5 | value
        bitCount += 5
        if bitCount >= 8 {
          bitCount -= 8
          output.append(UInt8(truncatingIfNeeded: bits >> bitCount))
          bits &= (1 << bitCount) - 1
        }
      }
    }
    guard count > 0 else { throw .emptySecret }
    // These leave five bits or more that are in no byte.
    guard ![1, 3, 6].contains(count % 8) else { throw .impossibleBase32Length(count: count) }
    return bytes
  }

  /// Writes a secret as Base32, in capitals and without padding.
  ///
  /// - Parameter secret: the bytes.
  /// - Returns: the text as ASCII, in guarded memory.
  public static func encoded(_ secret: Secret) -> Secret {
    Secret(
      SecretBytes(capacity: (secret.count * 8 + 4) / 5) { output in
        secret.withBytes { encode($0, into: &output) }
      }
    )
  }

  /// Writes bytes as Base32, in capitals and without padding.
  ///
  /// - Parameters:
  ///   - bytes: the bytes.
  ///   - output: where the text goes: eight characters for five bytes.
  package static func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
    var bits: UInt32 = 0
    var bitCount: UInt32 = 0
    for index in bytes.indices {
      bits = bits << 8 | UInt32(bytes[index])
      bitCount += 8
      while bitCount >= 5 {
        bitCount -= 5
        output.append(alphabet[Int(bits >> bitCount & 31)])
        bits &= (1 << bitCount) - 1
      }
    }
    if bitCount > 0 { output.append(alphabet[Int(bits << (5 - bitCount) & 31)]) }
  }

  private static func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a"))
    case UInt8(ascii: "2")...UInt8(ascii: "7"): UInt32(byte - UInt8(ascii: "2")) + 26
    default: nil
    }
  }

  /// White space, dashes, and U+00A0, whose UTF-8 is C2 A0.
  private static func isIgnored(_ text: Span<UInt8>, at index: Int) -> Bool {
    switch text[index] {
    case 0x09...0x0D, 0x20, UInt8(ascii: "-"): true
    case 0xC2: index + 1 < text.count && text[index + 1] == 0xA0
    case 0xA0: index > 0 && text[index - 1] == 0xC2
    default: false
    }
  }
}
