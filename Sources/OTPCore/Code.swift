// SPDX-License-Identifier: MIT

/// A one-time password, and how long it holds.
public struct Code: Hashable, Sendable {
  /// The seconds in which a time-based code holds.
  public struct Validity: Hashable, Sendable {
    /// The first second.
    public let from: UnixTime
    /// The second in which the next code begins to hold.
    public let until: UnixTime
  }

  /// What a person types: digits, padded with zeros on the left, or Steam's symbols.
  public let text: String

  /// When it holds; `nil` for a code of a counter.
  public let validity: Validity?

  /// Takes a code that was computed elsewhere, such as on a card.
  ///
  /// - Parameters:
  ///   - text: the code.
  ///   - validity: when it holds.
  package init(text: String, validity: Validity? = nil) {
    self.text = text
    self.validity = validity
  }

  /// Picks 31 bits of an HMAC, from where its last four bits say.
  ///
  /// - Parameter code: an HMAC of 20 bytes or more.
  /// - Returns: the number, without a sign.
  ///
  /// RFC 4226 §5.3.
  package static func truncated(_ code: Span<UInt8>) -> UInt32 {
    let offset = Int(code[code.count - 1] & 0x0F)
    var number: UInt32 = 0
    for index in offset..<(offset + 4) { number = number << 8 | UInt32(code[index]) }
    return number & 0x7FFF_FFFF
  }

  /// Writes a truncated HMAC as decimal digits.
  ///
  /// - Parameters:
  ///   - number: 31 bits.
  ///   - digits: how many digits are kept.
  /// - Returns: the digits, padded with zeros on the left.
  ///
  /// RFC 4226 §5.3.
  package static func decimal(_ number: UInt32, _ digits: Digits) -> String {
    var modulus: UInt64 = 1
    for _ in 0..<digits.count { modulus *= 10 }
    let text = String(UInt64(number) % modulus)
    return String(repeating: "0", count: digits.count - text.utf8.count) + text
  }

  /// Writes a truncated HMAC as five of Steam's 26 symbols, the least significant first.
  ///
  /// - Parameter number: 31 bits.
  /// - Returns: the symbols.
  package static func steam(_ number: UInt32) -> String {
    let alphabet = Array("23456789BCDFGHJKMNPQRTVWXY")
    var rest = Int(number)
    var text = ""
    for _ in 0..<5 {
      text.append(alphabet[rest % alphabet.count])
      rest /= alphabet.count
    }
    return text
  }
}

extension Period {
  /// When a code holds that is computed for a moment.
  ///
  /// - Parameter time: the moment.
  /// - Returns: the step around it.
  package func validity(at time: UnixTime) -> Code.Validity {
    let start = time.seconds - time.seconds % seconds
    return Code.Validity(
      from: UnixTime(clamping: start),
      until: UnixTime(clamping: start + seconds)
    )
  }
}
