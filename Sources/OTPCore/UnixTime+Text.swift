// SPDX-License-Identifier: MIT

extension UnixTime {
  /// Reads a moment: Unix seconds or ISO 8601.
  ///
  /// `1700000000`, `2023-11-14`, `2023-11-14T22:13:20Z`, `2023-11-14 23:13+01:00`. A date alone is
  /// its midnight; without a zone it is UTC; fractions of a second are dropped.
  ///
  /// - Parameter text: the moment, years of four digits.
  /// - Throws: ``OTPError/invalidTime`` for what can't be read, ``OTPError/timeOutOfRange`` for what
  ///   lies before 1970 or too far off.
  ///
  /// ISO 8601-1 §5; RFC 3339 §5.6.
  public init(text: String) throws(OTPError) {
    var scanner = TimeScanner(text)
    if let seconds = try scanner.wholeNumber() {
      try self.init(seconds: seconds)
    } else {
      try self.init(seconds: try scanner.dateAndTime())
    }
  }

  /// The moment in UTC as ISO 8601 has it, like `2023-11-14T22:13:20Z`.
  ///
  /// From the year 10000 on the year has more than four digits.
  public var iso8601: String {
    let (days, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let (year, month, day) = CivilDate.date(daysSince1970: days)
    let date = "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
    let hour = padded(second / 3600, to: 2)
    let minute = padded(second / 60 % 60, to: 2)
    return "\(date)T\(hour):\(minute):\(padded(second % 60, to: 2))Z"
  }

  private func padded(_ number: Int64, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}

/// The proleptic Gregorian calendar as days since 1970-01-01.
///
/// Counting years from March puts the leap day last, so that a month's length never depends on it.
private enum CivilDate {
  private static let daysIn400Years: Int64 = 146_097

  /// From 0000-03-01 to 1970-01-01.
  private static let daysBefore1970: Int64 = 719_468

  /// Days before a month, which is 0 for March: 31, 30, 31, 30, 31 over and over.
  private static func daysBefore(month: Int64) -> Int64 {
    (153 * month + 2) / 5
  }

  /// Counts the days to a date of a year that is 1 or later.
  static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let marchYear = month > 2 ? year : year - 1
    let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
    return 365 * marchYear + leapDays + daysBefore(month: (month + 9) % 12) + day - 1
      - daysBefore1970
  }

  /// Finds the date of a day that is not before 1970.
  static func date(daysSince1970: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) =
      (daysSince1970 + daysBefore1970).quotientAndRemainder(dividingBy: daysIn400Years)
    // Leap days are taken out: one in four years, none in a hundred, one in four hundred.
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let year = era * 400 + yearOfEra + (month >= 10 ? 1 : 0)
    return (year, (month + 2) % 12 + 1, dayOfYear - daysBefore(month: month) + 1)
  }

  static func dayCount(year: Int64, month: Int64) -> Int64 {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

/// Reads a moment from left to right.
private struct TimeScanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// A text that is a number as a whole, with a fraction that is dropped; `nil` if it is no number.
  mutating func wholeNumber() throws(OTPError) -> Int64? {
    let isNegative = bytes.first == UInt8(ascii: "-")
    var end = isNegative ? 1 : 0
    var value: Int64 = 0
    var isOutOfRange = false
    let start = end
    while end < bytes.count, let digit = digit(at: end) {
      let (product, productOverflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, sumOverflow) = product.addingReportingOverflow(digit)
      isOutOfRange = isOutOfRange || productOverflow || sumOverflow
      value = sum
      end += 1
    }
    guard end > start else { return nil }
    position = end
    skipFraction()
    guard position == bytes.count else {
      position = 0
      return nil
    }
    guard !isOutOfRange else { throw .timeOutOfRange }
    return isNegative ? -value : value
  }

  /// A date, perhaps a time of day, perhaps a zone; as seconds since 1970.
  mutating func dateAndTime() throws(OTPError) -> Int64 {
    let year = try number(digits: 4, in: 1...9999)
    try expect("-")
    let month = try number(digits: 2, in: 1...12)
    try expect("-")
    let day = try number(digits: 2, in: 1...CivilDate.dayCount(year: year, month: month))
    let midnight = CivilDate.days(year: year, month: month, day: day) * 86_400
    guard position < bytes.count else { return midnight }
    guard skip("T") || skip("t") || skip(" ") else { throw .invalidTime }
    let time = try timeOfDay()
    let offset = try zone()
    guard position == bytes.count else { throw .invalidTime }
    return midnight + time - offset
  }

  private mutating func timeOfDay() throws(OTPError) -> Int64 {
    let hour = try number(digits: 2, in: 0...23)
    try expect(":")
    let minute = try number(digits: 2, in: 0...59)
    var second: Int64 = 0
    if skip(":") {
      // Unix time has no leap seconds: the sixtieth is the next minute's first.
      second = try number(digits: 2, in: 0...60)
      skipFraction()
    }
    return hour * 3600 + minute * 60 + second
  }

  /// The seconds by which the zone is ahead of UTC.
  private mutating func zone() throws(OTPError) -> Int64 {
    if position == bytes.count || skip("Z") || skip("z") { return 0 }
    let isAhead = skip("+")
    guard isAhead || skip("-") else { throw .invalidTime }
    let hour = try number(digits: 2, in: 0...23)
    var minute: Int64 = 0
    if position < bytes.count {
      _ = skip(":")
      minute = try number(digits: 2, in: 0...59)
    }
    return (hour * 3600 + minute * 60) * (isAhead ? 1 : -1)
  }

  private mutating func skipFraction() {
    guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "."),
      digit(at: position + 1) != nil
    else { return }
    position += 1
    while position < bytes.count, digit(at: position) != nil { position += 1 }
  }

  private mutating func number(
    digits count: Int,
    in range: ClosedRange<Int64>
  ) throws(OTPError) -> Int64 {
    var value: Int64 = 0
    for _ in 0..<count {
      guard position < bytes.count, let digit = digit(at: position) else { throw .invalidTime }
      value = value * 10 + digit
      position += 1
    }
    guard range.contains(value) else { throw .invalidTime }
    return value
  }

  private func digit(at index: Int) -> Int64? {
    let byte = bytes[index]
    guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
    return Int64(byte - UInt8(ascii: "0"))
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(OTPError) {
    guard skip(character) else { throw .invalidTime }
  }
}
