// SPDX-License-Identifier: MIT
import OTPCore
import Shell
import Testing

@Suite struct UnlockPeriodTests {
  @Test(arguments: [
    ("1", 1), ("90", 90), ("90s", 90), ("15m", 900), ("8h", 28_800), ("1d", 86_400),
    ("007m", 420), ("30d", 2_592_000), ("2592000", 2_592_000),
  ])
  func readsNumbersWithAUnit(text: String, seconds: Int64) {
    #expect(UnlockPeriod(text: text) == .seconds(seconds))
  }

  @Test func `reads until-logout`() {
    #expect(UnlockPeriod(text: "until-logout") == .untilLogout)
  }

  @Test(arguments: [
    "", " ", "0", "0d", "-1", "+1", "s", "m15", "15 m", "15min", "15M", "1.5h", "1h30m", "0x10",
    "31d", "721h", "2592001", "9223372036854775807d", "9223372036854775808", "٣m", "until-Logout",
    "90s\n",
  ])
  func refusesOthers(text: String) {
    #expect(UnlockPeriod(text: text) == nil)
  }

  @Test func `ends after its seconds, and until-logout at no time`() {
    let start = UnixTime(clamping: 1000)
    #expect(UnlockPeriod.seconds(90).end(from: start) == UnixTime(clamping: 1090))
    #expect(UnlockPeriod.untilLogout.end(from: start) == nil)
  }

  @Test(arguments: [
    (0, "0s"), (59, "59s"), (60, "1m"), (900, "15m"), (872, "14m 32s"), (5400, "1h 30m"),
    (86_400, "1d"), (90_061, "1d 1h 1m 1s"),
  ])
  func putsSecondsIntoWords(seconds: Int64, words: String) {
    #expect(UnlockPeriod.words(forSeconds: seconds) == words)
  }
}
