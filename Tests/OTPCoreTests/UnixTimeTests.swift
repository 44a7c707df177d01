// SPDX-License-Identifier: MIT
import Foundation
import OTPCore
import TestKit
import Testing

@Suite("Moments")
struct UnixTimeTests {
  @Test(
    "are read from Unix seconds and ISO 8601",
    arguments: [
      ("0", 0), ("1700000000", 1_700_000_000), ("0059", 59), ("59.999", 59),
      ("9007199254740991", UnixTime.latest), ("-0", 0),
      ("1970-01-01", 0), ("2023-11-14", 1_699_920_000),
      ("2023-11-14T22:13:20Z", 1_700_000_000), ("2023-11-14t22:13:20z", 1_700_000_000),
      ("2023-11-14 22:13:20", 1_700_000_000), ("2023-11-14T22:13:20", 1_700_000_000),
      ("2023-11-14T22:13:20.999999Z", 1_700_000_000), ("2023-11-14T22:13Z", 1_699_999_980),
      ("2023-11-14T23:13:20+01:00", 1_700_000_000), ("2023-11-14T23:13:20+0100", 1_700_000_000),
      ("2023-11-14T23:13:20+01", 1_700_000_000), ("2023-11-14T16:43:20-05:30", 1_700_000_000),
      ("2023-11-15T00:13:20.5+02:00", 1_700_000_000), ("1970-01-01T00:00:00-00:01", 60),
      ("2000-02-29", 951_782_400), ("2024-02-29T00:00:00Z", 1_709_164_800),
      ("2000-03-01", 951_868_800), ("2100-03-01", 4_107_542_400), ("1999-12-31", 946_598_400),
      ("2016-12-31T23:59:60Z", 1_483_228_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
    ] as [(String, Int64)]
  )
  func areRead(text: String, seconds: Int64) throws {
    #expect(try UnixTime(text: text) == UnixTime(seconds: seconds))
  }

  @Test(
    "are refused when they are none",
    arguments: [
      "", " ", "now", "1700000000 ", " 1700000000", "+5", "-", "1.", ".5", "1e9", "0x10", "١٢",
      "2023-11", "2023-1-14", "2023-11-14T", "2023-11-14T22", "2023-11-14T22:13:20X",
      "2023-11-14T22:13:20Z ", "2023-11-14T22:13:20+", "2023-11-14T22:13:20+1",
      "2023-11-14T22:13:20+01:0", "2023-11-14T22:13:20+24:00", "2023-11-14T22:13:20+01:60",
      "2023-13-01", "2023-00-01", "2023-11-31", "2023-11-00", "2023-02-29", "1900-02-29",
      "2100-02-29", "2023-11-14T24:00:00Z", "2023-11-14T22:60:00Z", "2023-11-14T22:13:61Z",
      "0000-01-01", "2023/11/14", "2023-11-14T22:13:20.Z", "20231114T221320Z", "12023-11-14",
      "2023-11-14T22:13.5Z",
    ]
  )
  func areRefused(text: String) {
    #expect(throws: OTPError.invalidTime) { try UnixTime(text: text) }
  }

  @Test(
    "before 1970 or too far off are refused as such",
    arguments: [
      "-1", "1969-12-31T23:59:59Z", "1970-01-01T00:00:00+00:01", "0001-01-01", "9007199254740992",
      "99999999999999999999999", "-99999999999999999999999",
    ]
  )
  func areOutOfRange(text: String) {
    #expect(throws: OTPError.timeOutOfRange) { try UnixTime(text: text) }
  }

  @Test(
    "are written in UTC",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (1_700_000_000, "2023-11-14T22:13:20Z"),
      (951_782_399, "2000-02-28T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
      (4_107_542_399, "2100-02-28T23:59:59Z"), (253_402_300_800, "10000-01-01T00:00:00Z"),
      (UnixTime.latest, "285428751-11-12T07:36:31Z"),
    ] as [(Int64, String)]
  )
  func areWritten(seconds: Int64, text: String) {
    #expect(UnixTime(clamping: seconds).iso8601 == text)
  }

  @Test("agree with Foundation's calendar and read back", arguments: 0..<400)
  func agreeWithFoundation(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    // Every fifth one is next to a year's end.
    let any = Int64.random(in: 0..<253_402_300_800, using: &random)
    let seconds = seed % 5 == 0 ? any / 31_556_952 * 31_556_952 : any
    let moment = try UnixTime(seconds: seconds)
    let date = Date(timeIntervalSince1970: TimeInterval(seconds))
    #expect(moment.iso8601 == date.formatted(.iso8601))
    #expect(try UnixTime(text: moment.iso8601) == moment)
  }

  @Test("are clamped and compared")
  func areClamped() {
    #expect(UnixTime(clamping: -1).seconds == 0)
    #expect(UnixTime(clamping: Int64.max).seconds == UnixTime.latest)
    #expect(UnixTime(clamping: 1) < UnixTime(clamping: 2))
    #expect(throws: OTPError.timeOutOfRange) { try UnixTime(seconds: -1) }
    #expect(throws: OTPError.timeOutOfRange) { try UnixTime(seconds: UnixTime.latest + 1) }
  }
}
