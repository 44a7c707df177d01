// SPDX-License-Identifier: MIT
import OTPCore
import TestKit
import Testing

@Suite("Codes")
struct GenerationTests {
  static func totp(
    _ algorithm: Algorithm = .sha1,
    digits: Int = 6,
    period: Int64 = 30
  ) throws -> Generator {
    .totp(algorithm: algorithm, digits: try Digits(digits), period: try Period(seconds: period))
  }

  static func hotp(digits: Int = 6) throws -> Generator {
    .hotp(algorithm: .sha1, digits: try Digits(digits), counter: Counter(0))
  }

  @Test(
    "of counters are those of RFC 4226",
    arguments: try VectorCase.all(
      in: "rfc4226-appendix-d",
      keys: ["secret", "counter", "mac", "truncated", "expect"],
      bundle: .module
    )
  )
  func givesRFC4226(vector: VectorCase) throws {
    let truncated = UInt32(try vector.integer("truncated"))
    let mac = try vector.bytes("mac")
    #expect(Code.truncated(mac.span) == truncated)
    #expect(Code.decimal(truncated: truncated, digits: .six) == (try vector.text("expect")))
    let token = try Token(secret: try vector.bytes("secret"), Self.hotp())
    let code = token.code(counter: UInt64(try vector.integer("counter")))
    #expect(code == Code(text: try vector.text("expect")))
  }

  @Test(
    "of the time are those of RFC 6238",
    arguments: try VectorCase.all(
      in: "rfc6238-appendix-b",
      keys: ["algorithm", "secret", "time", "expect"],
      bundle: .module
    )
  )
  func givesRFC6238(vector: VectorCase) throws {
    let algorithm = try Algorithm(name: try vector.text("algorithm"))
    let token = try Token(
      secret: try vector.bytes("secret"),
      Self.totp(algorithm, digits: 8)
    )
    let code = try token.code(at: UnixTime(seconds: try vector.integer("time")))
    #expect(code.text == (try vector.text("expect")))
  }

  /// T6, at 1700000000.
  @Test(
    "honour every parameter",
    arguments: [
      (Example.short, try totp(), "324550"),
      (Example.short, try totp(.sha256), "049486"),
      (Example.short, try totp(.sha512), "045688"),
      (Example.short, try totp(digits: 8), "02324550"),
      (Example.short, try totp(.sha256, digits: 8, period: 60), "71205722"),
      (Example.short, try totp(digits: 7, period: 10), "7876561"),
      (Example.short, try totp(period: 15), "589914"),
      (Example.short, try totp(period: 60), "508648"),
      (Example.rfc, try totp(digits: 6), "921300"),
      (Example.rfc, try totp(digits: 7), "1921300"),
      (Example.rfc, try totp(digits: 8), "81921300"),
      (Example.rfc, try totp(digits: 10), "1681921300"),
      (Example.rfc, try totp(digits: 1), "0"),
      (Example.rfc, try totp(.sha256), "869966"),
      (Example.rfc, try totp(.sha512), "550644"),
      (Example.short, .steam(period: .thirtySeconds), "2KM2P"),
      (Example.rfc, .steam(period: .thirtySeconds), "R87JJ"),
    ] as [(String, Generator, String)]
  )
  func honoursParameters(secret: String, generator: Generator, code: String) throws {
    #expect(try Token(secret, generator).code(at: .example).text == code)
  }

  /// T6 and T7.
  @Test(
    "change with the time and keep leading zeros",
    arguments: [
      (Example.rfc, Generator.standard, 1_234_567_890, "005924"),
      (Example.short, .standard, 1_700_001_660, "003094"),
      (Example.short, .standard, 1_700_002_920, "000994"),
      (Example.short, .standard, 0, "282760"),
      (Example.short, .standard, 29, "282760"),
      (Example.short, .standard, 30, "996554"),
      (Example.short, .steam(period: .thirtySeconds), 1_700_000_030, "3D7YK"),
    ] as [(String, Generator, Int64, String)]
  )
  func changesWithTime(secret: String, generator: Generator, time: Int64, code: String) throws {
    #expect(try Token(secret, generator).code(at: UnixTime(seconds: time)).text == code)
  }

  /// T4: what a YubiKey is given instead of a short or a long secret makes the same codes.
  @Test("are the same for a short secret with zeros, and for a long one's hash")
  func equalsPaddedSecret() throws {
    #expect(try Token("JBSWY3DPEHPK3PXPAAAAAAA").code(at: .example).text == "324550")
    let long = [UInt8]((0..<80).map { index in UInt8(index) })
    let hashed = try Token(secret: HashKind.sha1.digest([long]))
    #expect(try Token(secret: long).code(at: .example) == hashed.code(at: .example))
  }

  /// T9.
  @Test(
    "count in 64 bits",
    arguments: [
      (0, "755224"), (1, "287082"), (2, "359152"), (127, "307470"), (128, "425216"),
      (255, "865784"), (256, "620188"), (1 << 32 - 1, "117190"), (1 << 32, "999456"),
      (1 << 63 - 1, "181742"),
    ] as [(UInt64, String)]
  )
  func countsIn64Bits(counter: UInt64, code: String) throws {
    #expect(try Token(Example.rfc, Self.hotp()).code(counter: counter).text == code)
  }

  @Test("come from a secret of five characters too")
  func readsShortSecret() throws {
    #expect(try Token("DINBUGX7", Self.hotp()).code(counter: 0).text == "609693")
  }

  @Test("of the time are not made by a counter's token")
  func needsCounter() throws {
    let token = try Token(Example.rfc, Self.hotp())
    #expect(throws: OTPError.counterNeeded) { try token.code(at: .example) }
  }

  /// T12: 20 seconds into a step of 30.
  @Test(
    "tell when they hold",
    arguments: [
      (30, 1_699_999_980, 1_700_000_010, 10), (60, 1_699_999_980, 1_700_000_040, 40),
      (15, 1_699_999_995, 1_700_000_010, 10), (1, 1_700_000_000, 1_700_000_001, 1),
      (86_400, 1_699_920_000, 1_700_006_400, 6400),
    ] as [(Int64, Int64, Int64, Int64)]
  )
  func tellsValidity(period: Int64, from: Int64, until: Int64, remaining: Int64) throws {
    let code = try Token(Example.short, Self.totp(period: period)).code(at: .example)
    #expect(code.validFrom == UnixTime(clamping: from))
    #expect(code.validUntil == UnixTime(clamping: until))
    #expect(code.remaining(at: .example) == remaining)
    #expect(code.remaining(at: UnixTime(clamping: until + 5)) == 0)
  }

  /// T12.
  @Test("of the next and of the last step are a step away")
  func givesNeighbours() throws {
    let token = try Token(Example.short)
    let code = try token.code(at: .example)
    let next = try token.code(at: try #require(code.validUntil))
    #expect(next.text == "367665")
    let start = try #require(code.validFrom)
    #expect(try token.code(at: UnixTime(seconds: start.seconds - 1)).text == "822542")
  }

  @Test("hold until the last moment there is")
  func holdsAtTheEnd() throws {
    let last = try UnixTime(seconds: UnixTime.latest)
    let code = try Token(Example.short, Self.totp(period: 86_400)).code(at: last)
    #expect(code.validUntil == last)
    #expect(code.remaining(at: last) == 0)
  }

  @Test("of a counter hold without regard to the time")
  func hasNoValidity() throws {
    let code = try Token(Example.rfc, Self.hotp()).code(counter: 7)
    #expect(code.validity == nil)
    #expect(code.remaining(at: .example) == nil)
  }

  @Test("drop the topmost bit of what is truncated", arguments: [0, 0x8000_0000])
  func dropsTopBit(bit: UInt32) throws {
    #expect(Code.decimal(truncated: 1_681_921_300 | bit, digits: try Digits(10)) == "1681921300")
    #expect(Code.decimal(truncated: 0x7FFF_FFFF | bit, digits: try Digits(10)) == "2147483647")
    #expect(Code.steam(truncated: 0 | bit) == "22222")
  }

  @Test("are truncated where the last byte of a longer MAC says")
  func truncatesLongMACs() {
    var mac = [UInt8](repeating: 0, count: 64)
    mac[63] = 0xFF
    mac.replaceSubrange(15..<19, with: [0x81, 2, 3, 4])
    #expect(Code.truncated(mac.span) == 0x0102_0304)
  }
}

@Suite("Verification")
struct VerificationTests {
  private func offset(
    of code: String,
    window: Int,
    at time: Int64 = 1_700_000_000
  ) throws -> Int? {
    try Token(Example.short).verify(
      code: code,
      at: UnixTime(seconds: time),
      window: window
    )
  }

  @Test(
    "finds the step of a code within its window",
    arguments: [
      ("324550", 0, 0), ("324550", 5, 0), ("367665", 1, 1), ("822542", 1, -1),
      ("367665", 0, nil), ("822542", 0, nil), ("324551", 9, nil), ("32455", 9, nil),
      ("3245500", 9, nil), ("", 9, nil), ("324550 ", 1, nil), ("３２４５５０", 1, nil),
    ] as [(String, Int, Int?)]
  )
  func findsStep(code: String, window: Int, expected: Int?) throws {
    #expect(try offset(of: code, window: window) == expected)
  }

  @Test("tries no step before 1970")
  func staysAfter1970() throws {
    #expect(try offset(of: "282760", window: 10, at: 0) == 0)
    #expect(try offset(of: "996554", window: 10, at: 0) == 1)
    #expect(try offset(of: "282760", window: 10, at: 30) == -1)
  }

  @Test("names the nearest step, and the earlier of two as near")
  func prefersNearestStep() throws {
    // One digit repeats soon.
    let token = try Token(Example.rfc, GenerationTests.totp(digits: 1))
    let texts: [String] = (0..<200).map { step in token.code(counter: UInt64(step)).text }
    let found = (1..<199).first { (step: Int) -> Bool in
      texts[step - 1] == texts[step + 1] && texts[step] != texts[step - 1]
    }
    let step = try #require(found)
    let time = try UnixTime(seconds: Int64(step) * 30)
    #expect(try token.verify(code: texts[step - 1], at: time, window: 3) == -1)
    #expect(try token.verify(code: texts[step], at: time, window: 3) == 0)
  }

  @Test("of letters looks at every character")
  func verifiesSteam() throws {
    let token = try Token(Example.short, .steam(period: .thirtySeconds))
    #expect(try token.verify(code: "2KM2P", at: .example, window: 0) == 0)
    #expect(try token.verify(code: "2KM2Q", at: .example, window: 0) == nil)
  }

  @Test(
    "looks ahead for a counter",
    arguments: [
      ("755224", 0, 0, 0), ("287082", 0, 1, 1), ("287082", 0, 0, nil), ("755224", 1, 9, nil),
      ("520489", 0, 9, 9), ("181742", UInt64(Int64.max), 9, UInt64(Int64.max)),
    ] as [(String, UInt64, Int, UInt64?)]
  )
  func looksAhead(code: String, counter: UInt64, lookAhead: Int, expected: UInt64?) throws {
    let generator = Generator.hotp(algorithm: .sha1, digits: .six, counter: Counter(counter))
    let found = try Token(Example.rfc, generator).verify(
      code: code,
      lookAhead: lookAhead
    )
    #expect(found?.value == expected)
  }

  @Test("asks each kind of token for its own")
  func refusesOtherKind() throws {
    let code = "324550"
    let timed = try Token(Example.short)
    #expect(throws: OTPError.invalidItem("type")) {
      _ = try timed.verify(code: code, lookAhead: 1)
    }
    let counted = try Token(Example.short, GenerationTests.hotp())
    #expect(throws: OTPError.counterNeeded) {
      _ = try counted.verify(code: code, at: .example, window: 1)
    }
    let spent = Generator.hotp(
      algorithm: .sha1,
      digits: .six,
      counter: Counter(UInt64.max, isSpent: true)
    )
    let token = try Token(Example.short, spent)
    #expect(throws: OTPError.counterSpent) {
      _ = try token.verify(code: code, lookAhead: 1)
    }
  }
}
