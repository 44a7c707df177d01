// SPDX-License-Identifier: MIT
package import OTPCore

/// For how long a vault is to be unlocked.
package enum UnlockPeriod: Equatable, Sendable {
  /// So many seconds, from 1 to ``mostSeconds``.
  case seconds(Int64)
  /// For as long as the user is logged in.
  case untilLogout

  /// A quarter of an hour, when nobody says otherwise.
  package static let usual = UnlockPeriod.seconds(900)
  /// Thirty days.
  package static let mostSeconds: Int64 = 30 * 86_400
  /// What the text of one has to be.
  package static let expected =
    "a time such as 90s, 15m, 8h or 1d, up to 30d, or \(logoutText)"

  private static let logoutText = "until-logout"
  /// Largest first.
  private static let units: [(letter: Character, seconds: Int64)] = [
    ("d", 86_400), ("h", 3600), ("m", 60), ("s", 1),
  ]

  /// Reads a period.
  ///
  /// - Parameter text: a number and its unit, `s`, `m`, `h` or `d`; seconds without one; or
  ///   `until-logout`.
  package init?(text: String) {
    if text == Self.logoutText {
      self = .untilLogout
      return
    }
    let unit = Self.units.first { text.hasSuffix(String($0.letter)) }
    let digits = unit == nil ? text[...] : text.dropLast()
    // A sign would be read as part of the number.
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int64(digits)
    else { return nil }
    let (seconds, overflows) = number.multipliedReportingOverflow(by: unit?.seconds ?? 1)
    guard !overflows, (1...Self.mostSeconds).contains(seconds) else { return nil }
    self = .seconds(seconds)
  }

  /// Tells when the period ends.
  ///
  /// - Parameter start: when it begins.
  /// - Returns: the end, or `nil` when it is no matter of time.
  package func end(from start: UnixTime) -> UnixTime? {
    switch self {
    case .seconds(let seconds): UnixTime(clamping: start.seconds + seconds)
    case .untilLogout: nil
    }
  }

  /// Puts a number of seconds into words, such as `1h 30m`.
  ///
  /// - Parameter seconds: 0 or more.
  /// - Returns: the units that count, the largest first.
  package static func words(forSeconds seconds: Int64) -> String {
    var words: [String] = []
    var rest = seconds
    for unit in units where rest >= unit.seconds {
      words.append("\(rest / unit.seconds)\(unit.letter)")
      rest %= unit.seconds
    }
    return words.isEmpty ? "0s" : words.joined(separator: " ")
  }
}
