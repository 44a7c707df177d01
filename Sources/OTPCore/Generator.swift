// SPDX-License-Identifier: MIT

/// How a token makes codes of its secret.
public enum Generator: Hashable, Sendable {
  /// A decimal code of the time.
  ///
  /// RFC 6238.
  case totp(algorithm: Algorithm, digits: Digits, period: Period)

  /// A decimal code of a counter.
  ///
  /// RFC 4226.
  case hotp(algorithm: Algorithm, digits: Digits, counter: Counter)

  /// Five letters and digits of the time, as Steam has them; the hash is SHA-1.
  case steam(period: Period)

  /// SHA-1, six digits, thirty seconds.
  public static let standard = Generator.totp(
    algorithm: .sha1,
    digits: .six,
    period: .thirtySeconds
  )

  /// The name that JSON, URIs and lists use: `totp`, `hotp` or `steam`.
  public var typeName: String {
    switch self {
    case .totp: "totp"
    case .hotp: "hotp"
    case .steam: "steam"
    }
  }

  /// The hash under the HMAC.
  public var algorithm: Algorithm {
    switch self {
    case .totp(let algorithm, _, _), .hotp(let algorithm, _, _): algorithm
    case .steam: .sha1
    }
  }

  /// How many characters a code has.
  public var codeLength: Int {
    switch self {
    case .totp(_, let digits, _), .hotp(_, let digits, _): digits.count
    case .steam: 5
    }
  }

  /// How long a code holds, for what is time-based.
  public var period: Period? {
    switch self {
    case .totp(_, _, let period), .steam(let period): period
    case .hotp: nil
    }
  }

  /// The counter, for what is counter-based.
  public var counter: Counter? {
    switch self {
    case .hotp(_, _, let counter): counter
    case .totp, .steam: nil
    }
  }
}
