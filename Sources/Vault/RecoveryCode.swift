// SPDX-License-Identifier: MIT
package import Secrets

/// 128 random bits in a form that a person can copy from paper.
///
/// Seven groups of five symbols of ``alphabet``, as in `docs/vault-format.md`. Four symbols of a group
/// hold 20 bits, the first 128 of which are the code and the last 12 a digest of it. The fifth finds any
/// one wrong symbol of its group, any two that changed places, and groups that did.
package struct RecoveryCode: Sendable {
  /// How many bytes a code is.
  static let byteCount = 16
  /// The ten digits and the letters without I, L, O and U.
  static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
  static let groupCount = 7
  static let groupLength = 5
  static let dataLength = 4
  /// The least groups that are right in text that was meant to be a code; chance makes one of 32.
  static let leastRightGroups = 4

  /// The code: 16 bytes.
  package let bytes: Secret

  /// What a text is.
  package enum Reading: Sendable {
    /// A code.
    case code(RecoveryCode)
    /// A code with mistakes in these groups, counted from 1; none when it can't be told where.
    case mistyped(groups: [Int])
    /// Something else.
    case other
  }

  /// Makes a code.
  ///
  /// - Parameter randomness: where it comes from.
  package init(from randomness: any Randomness) {
    bytes = Secret(SecretBytes(randomCount: Self.byteCount, from: randomness))
  }

  init(bytes: Secret) {
    self.bytes = bytes
  }

  /// The code as a person copies it: groups with dashes between, 41 characters of ASCII.
  package var text: Secret {
    let digest = Self.digest(of: bytes)
    return bytes.withBytes { bytes in
      Secret(
        SecretBytes(capacity: Self.groupCount * (Self.groupLength + 1)) { output in
          for group in 0..<Self.groupCount {
            if group > 0 { output.append(UInt8(ascii: "-")) }
            var check = UInt8(group + 1)
            for place in 0..<Self.dataLength {
              let symbol = Self.symbol(group * Self.dataLength + place, of: bytes, digest)
              check ^= Self.product(symbol, power: place + 1)
              output.append(Self.alphabet[Int(symbol)])
            }
            output.append(Self.alphabet[Int(check)])
          }
        }
      )
    }
  }

  /// Five bits out of the code and the digest that follows it.
  private static func symbol(_ index: Int, of bytes: Span<UInt8>, _ digest: UInt16) -> UInt8 {
    var symbol: UInt8 = 0
    for bit in (index * 5)..<(index * 5 + 5) {
      let value =
        bit < 8 * byteCount
        ? bytes[bit / 8] >> UInt8(7 - bit % 8)
        : UInt8(truncatingIfNeeded: digest >> UInt16(8 * byteCount + 11 - bit))
      symbol = symbol << 1 | value & 1
    }
    return symbol
  }

  /// The first 12 bits of the code's BLAKE2b of 16 bytes.
  static func digest(of bytes: Secret) -> UInt16 {
    bytes.withBytes { bytes in
      let digest = KeyHash.digest(of: bytes, key: [], byteCount: 16)
      return digest.withBytes { UInt16($0[0]) << 4 | UInt16($0[1]) >> 4 }
    }
  }

  /// A symbol times α to a power, in the field of 32 elements with α⁵ = α² + 1.
  static func product(_ symbol: UInt8, power: Int) -> UInt8 {
    var product = symbol
    for _ in 0..<power {
      product <<= 1
      if product & 0x20 != 0 { product ^= 0x25 }
    }
    return product
  }
}
