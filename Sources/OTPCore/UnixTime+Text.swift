// SPDX-License-Identifier: MIT

extension UnixTime {
  /// Reads Unix seconds or an ISO 8601 time.
  ///
  /// `2023-11-14T22:13:20Z`, with a space for the T, an offset such as `+01:00` or `+0100`, without
  /// seconds, or a date alone, which is its midnight. A time without an offset is in UTC, and fractions
  /// of a second are dropped.
  ///
  /// - Parameter text: the time.
  /// - Throws: ``OTPError/invalidItem(_:)`` for another text, ``OTPError/timeOutOfRange``.
  ///
  /// ISO 8601; RFC 3339 §5.6.
  public init(text: String) throws(OTPError) {
    if let seconds = Int64(text) {
      try self.init(seconds: seconds)
      return
    }
    var scanner = TimeScanner(text)
    guard let seconds = scanner.seconds() else {
      throw .invalidItem("time")
    }
    try self.init(seconds: seconds)
  }

  /// The moment in ISO 8601, in UTC: `2023-11-14T22:13:20Z`.
  public var iso8601: String {
    func padded(_ number: Int64, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    let (year, month, day) = Self.date(ofDay: seconds / 86_400)
    let rest = seconds % 86_400
    let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    return "\(date)T\(padded(rest / 3600, 2)):\(padded(rest / 60 % 60, 2)):\(padded(rest % 60, 2))Z"
  }

  /// The Gregorian date of a day since 1970, counted in eras of 400 years that begin in March.
  private static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = day + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}

/// Reads an ISO 8601 time from left to right.
private struct TimeScanner {
  private var rest: ArraySlice<UInt8>

  init(_ text: String) {
    rest = Array(text.utf8)[...]
  }

  mutating func seconds() -> Int64? {
    guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2),
      (1...12).contains(month), (1...Self.dayCount(month, of: year)).contains(day)
    else { return nil }
    let midnight = Self.day(year, month, day) * 86_400
    if rest.isEmpty { return midnight }
    guard skip("T") || skip("t") || skip(" "), let hour = number(2), skip(":"),
      let minute = number(2), hour < 24, minute < 60
    else { return nil }
    var second: Int64 = 0
    if skip(":") {
      // A leap second counts as the one before it.
      guard let read = number(2), read <= 60 else { return nil }
      second = min(read, 59)
      if skip(".") || skip(",") {
        guard number(1) != nil else { return nil }
        while number(1) != nil {}
      }
    }
    guard let offset = offset(), rest.isEmpty else { return nil }
    return midnight + hour * 3600 + minute * 60 + second - offset
  }

  private mutating func offset() -> Int64? {
    if rest.isEmpty || skip("Z") || skip("z") { return 0 }
    let isEast = skip("+")
    guard isEast || skip("-"), let hour = number(2), hour < 24 else { return nil }
    var minute: Int64 = 0
    if !rest.isEmpty {
      _ = skip(":")
      guard let read = number(2), read < 60 else { return nil }
      minute = read
    }
    return (isEast ? 1 : -1) * (hour * 3600 + minute * 60)
  }

  private mutating func number(_ digitCount: Int) -> Int64? {
    let digits = rest.prefix(digitCount)
    guard digits.count == digitCount else { return nil }
    var number: Int64 = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      number = number * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    rest = rest.dropFirst(digitCount)
    return number
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func dayCount(_ month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The day since 1970 of a Gregorian date.
  private static func day(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    // Years that begin in March have their leap day at the end.
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
