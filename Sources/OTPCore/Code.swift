// SPDX-License-Identifier: MIT

/// What a token shows: a few digits, or Steam's letters, and when they hold.
///
/// It is short-lived and meant to be seen, so it is an ordinary text.
public struct Code: Hashable, Sendable {
  /// The characters, all of them ASCII; decimal codes keep their leading zeros.
  public let text: String

  /// The seconds in which a code of the time holds; `nil` for one of a counter.
  public let validity: Range<UnixTime>?

  /// Makes a code.
  ///
  /// - Parameters:
  ///   - text: the characters.
  ///   - validity: when it holds, if that depends on the time.
  public init(text: String, validity: Range<UnixTime>? = nil) {
    self.text = text
    self.validity = validity
  }

  /// The first second in which a code of the time holds.
  public var validFrom: UnixTime? { validity?.lowerBound }

  /// The first second in which a code of the time no longer holds.
  public var validUntil: UnixTime? { validity?.upperBound }

  /// Tells how long the code still holds.
  ///
  /// - Parameter time: the present moment.
  /// - Returns: whole seconds, 0 once it is over; `nil` for a code of a counter.
  public func remaining(at time: UnixTime) -> Int64? {
    validUntil.map { end in max(0, end.seconds - time.seconds) }
  }

  /// Takes 31 bits out of an HMAC, at a place that its last byte names.
  ///
  /// - Parameter mac: 20 bytes or more.
  /// - Returns: 0 to 2³¹ − 1.
  ///
  /// RFC 4226 §5.3, "dynamic truncation".
  public static func truncated(_ mac: Span<UInt8>) -> UInt32 {
    let offset = Int(mac[mac.count - 1] & 0x0F)
    var value: UInt32 = 0
    for index in offset..<(offset + 4) { value = value << 8 | UInt32(mac[index]) }
    return value & 0x7FFF_FFFF
  }

  /// Writes a truncated HMAC as decimal digits.
  ///
  /// - Parameters:
  ///   - truncated: 31 bits; the topmost bit is dropped.
  ///   - digits: how many of the last digits to keep, zeros on the left included.
  /// - Returns: the digits.
  ///
  /// RFC 4226 §5.3.
  public static func decimal(truncated: UInt32, digits: Digits) -> String {
    var rest = truncated & 0x7FFF_FFFF
    var bytes = InlineArray<10, UInt8>(repeating: 0)
    for index in (0..<digits.count).reversed() {
      bytes[index] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
    return text(of: bytes.span.extracting(first: digits.count))
  }

  /// Writes a truncated HMAC as Steam does: five of 26 letters and digits, the lowest first.
  ///
  /// - Parameter truncated: 31 bits; the topmost bit is dropped.
  /// - Returns: five characters.
  public static func steam(truncated: UInt32) -> String {
    let alphabet: StaticString = "23456789BCDFGHJKMNPQRTVWXY"
    var rest = Int(truncated & 0x7FFF_FFFF)
    var bytes = InlineArray<5, UInt8>(repeating: 0)
    for index in bytes.indices {
      // The alphabet has 26 ASCII characters.
      bytes[index] = unsafe alphabet.utf8Start[rest % 26]
      rest /= 26
    }
    return text(of: bytes.span)
  }

  private static func text(of ascii: Span<UInt8>) -> String {
    var text = ""
    for index in ascii.indices { text.unicodeScalars.append(Unicode.Scalar(ascii[index])) }
    return text
  }
}
