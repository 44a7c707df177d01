// SPDX-License-Identifier: MIT
package import Secrets

/// What a token is known by for as long as it exists: 16 random bytes.
public struct TokenID: Hashable, Sendable {
  /// How many bytes an id has.
  public static let byteCount = 16

  /// The bytes.
  public let bytes: [UInt8]

  /// Takes bytes for an id.
  ///
  /// - Parameter bytes: 16 bytes, or `nil` is made.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Reads an id as ``text`` writes it, in either case.
  ///
  /// The result is `nil` for another text.
  ///
  /// - Parameter text: 32 hexadecimal digits.
  public init?(text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 2 * Self.byteCount else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = Self.value(of: digits[index]), let low = Self.value(of: digits[index + 1])
      else { return nil }
      bytes.append(high << 4 | low)
    }
    self.bytes = bytes
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Makes an id that no other token has.
  ///
  /// - Parameter randomness: where the bytes come from.
  package init(from randomness: any Randomness) {
    bytes = randomness.bytes(count: Self.byteCount)
  }

  /// The id as 32 hexadecimal digits in lower case.
  public var text: String { hexadecimal(bytes) }
}

/// Writes bytes as hexadecimal digits in lower case.
///
/// - Parameter bytes: what to write.
/// - Returns: two digits a byte.
package func hexadecimal(_ bytes: [UInt8]) -> String {
  var text: [UInt8] = []
  text.reserveCapacity(2 * bytes.count)
  for byte in bytes {
    for digit in [byte >> 4, byte & 0xF] {
      text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
  return String(decoding: text, as: UTF8.self)
}
