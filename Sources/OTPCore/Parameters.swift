// SPDX-License-Identifier: MIT

/// The hash under the HMAC that makes a code.
///
/// RFC 4226 §5.3 knows SHA-1; RFC 6238 §1.2 adds SHA-256 and SHA-512.
public enum Algorithm: String, CaseIterable, Hashable, Sendable {
  /// HMAC-SHA-1, the default of every authenticator.
  case sha1 = "SHA1"
  /// HMAC-SHA-256.
  case sha256 = "SHA256"
  /// HMAC-SHA-512.
  case sha512 = "SHA512"

  /// Reads an algorithm's name in any of the ways in which sites write it.
  ///
  /// - Parameter name: `SHA1`, `sha-256`, `HmacSHA512`, `HMAC-SHA-1` and the like.
  /// - Throws: ``OTPError/unknownAlgorithm`` for any other name.
  public init(name: String) throws(OTPError) {
    var folded = ""
    for character in name.lowercased() where character != "-" && character != "_" {
      folded.append(character)
    }
    if folded.hasPrefix("hmac") { folded.removeFirst(4) }
    switch folded {
    case "sha1": self = .sha1
    case "sha256": self = .sha256
    case "sha512": self = .sha512
    default: throw .unknownAlgorithm
    }
  }
}

/// How many decimal digits a code has: 1 to 10.
public struct Digits: Hashable, Sendable {
  /// The number of digits.
  public let count: Int

  /// Six, which nearly every site uses.
  public static let six = Digits(unchecked: 6)

  private init(unchecked count: Int) {
    self.count = count
  }

  /// Checks a number of digits.
  ///
  /// - Parameter count: 1 to 10; a truncated HMAC has 31 bits, which fill ten digits.
  /// - Throws: ``OTPError/digitsOutOfRange(_:)``.
  ///
  /// RFC 4226 §5.3.
  public init(_ count: Int) throws(OTPError) {
    guard (1...10).contains(count) else { throw .digitsOutOfRange(count) }
    self.count = count
  }
}

/// How long a time-based code holds: 1 second to one day.
public struct Period: Hashable, Sendable {
  /// The length of a step in seconds.
  public let seconds: Int64

  /// Thirty seconds, the default.
  ///
  /// RFC 6238 §5.2.
  public static let thirtySeconds = Period(unchecked: 30)

  private init(unchecked seconds: Int64) {
    self.seconds = seconds
  }

  /// Checks a period.
  ///
  /// - Parameter seconds: 1 to 86,400.
  /// - Throws: ``OTPError/periodOutOfRange(_:)``.
  public init(seconds: Int64) throws(OTPError) {
    guard (1...86_400).contains(seconds) else { throw .periodOutOfRange(seconds) }
    self.seconds = seconds
  }

  /// Counts the whole steps since 1970.
  ///
  /// - Parameter time: the moment; none is before 1970.
  /// - Returns: the step, which is the moving factor of a time-based code.
  ///
  /// RFC 6238 §4.2, with T0 = 0.
  public func step(at time: UnixTime) -> UInt64 {
    UInt64(time.seconds / seconds)
  }

  /// Tells when a step begins and ends.
  ///
  /// - Parameter step: the number of the step; one too far off ends at ``UnixTime/latest``.
  /// - Returns: its first second up to the first second of the next step.
  public func span(ofStep step: UInt64) -> Range<UnixTime> {
    let (product, overflow) = Int64(clamping: step).multipliedReportingOverflow(by: seconds)
    let start = UnixTime(clamping: overflow ? UnixTime.latest : product)
    return start..<UnixTime(clamping: start.seconds + seconds)
  }
}

/// The moving factor of a counter-based token.
///
/// A counter never wraps. It is spent after 2⁶⁴ − 1; and also after 2⁶³ − 1, since the next value is
/// negative for every implementation with signed counters, and its codes would agree with no peer.
public struct Counter: Hashable, Sendable {
  /// The value that makes the next code, or made the last one when the counter is spent.
  public let value: UInt64

  /// Whether the last code has been used up.
  public let isSpent: Bool

  /// Makes a counter.
  ///
  /// - Parameters:
  ///   - value: the next moving factor.
  ///   - isSpent: whether that one was the last, and has been used.
  public init(_ value: UInt64, isSpent: Bool = false) {
    self.value = value
    self.isSpent = isSpent
  }

  /// Moves past the present value.
  ///
  /// - Returns: the counter for the code after this one; spent when there is none.
  public func advanced() -> Counter {
    guard !isSpent, value != UInt64.max, value != UInt64(Int64.max) else {
      return Counter(value, isSpent: true)
    }
    return Counter(value + 1)
  }
}
