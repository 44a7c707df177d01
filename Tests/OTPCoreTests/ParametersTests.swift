// SPDX-License-Identifier: MIT
import OTPCore
import Secrets
import Testing

@Suite("Parameters")
struct ParametersTests {
  @Test(
    "name a hash in any way that sites do",
    arguments: [
      ("SHA1", .sha1), ("sha1", .sha1), ("SHA-1", .sha1), ("HmacSHA1", .sha1),
      ("HMAC-SHA-1", .sha1), ("sha256", .sha256), ("SHA_256", .sha256), ("hmacsha512", .sha512),
    ] as [(String, Algorithm)]
  )
  func namesHashes(name: String, algorithm: Algorithm) throws {
    #expect(try Algorithm(name: name) == algorithm)
  }

  @Test(
    "know no other hash",
    arguments: ["", "MD5", "MD5X", "SHA", "SHA224", "SHA11", "hmac", "2"]
  )
  func knowsNoOther(name: String) {
    #expect(throws: OTPError.unknownAlgorithm) { try Algorithm(name: name) }
  }

  @Test("allow one to ten digits", arguments: [0, 11, -1, 99, Int.max])
  func boundsDigits(count: Int) throws {
    #expect(throws: OTPError.digitsOutOfRange(count)) { try Digits(count) }
    #expect(try Digits(1).count == 1)
    #expect(try Digits(10).count == 10)
    #expect(Digits.six.count == 6)
  }

  @Test("allow steps of a second to a day", arguments: [0, -5, 86_401, Int64.min])
  func boundsPeriod(seconds: Int64) throws {
    #expect(throws: OTPError.periodOutOfRange(seconds)) { try Period(seconds: seconds) }
    #expect(try Period(seconds: 1).seconds == 1)
    #expect(try Period(seconds: 86_400).seconds == 86_400)
  }

  @Test("count steps from 1970 on")
  func countsSteps() throws {
    #expect(Period.thirtySeconds.step(at: UnixTime(clamping: 29)) == 0)
    #expect(Period.thirtySeconds.step(at: UnixTime(clamping: 30)) == 1)
    #expect(Period.thirtySeconds.step(at: .example) == 56_666_666)
    #expect(Period.thirtySeconds.span(ofStep: 1) == UnixTime(clamping: 30)..<UnixTime(clamping: 60))
    let last = UnixTime(clamping: UnixTime.latest)
    #expect(Period.thirtySeconds.span(ofStep: UInt64.max) == last..<last)
  }

  @Test("advance a counter by one", arguments: [0, 127, 1 << 32, 1 << 63, UInt64.max - 1])
  func advances(value: UInt64) {
    #expect(Counter(value).advanced() == Counter(value + 1))
  }

  @Test("never wrap a counter", arguments: [UInt64(Int64.max), UInt64.max])
  func neverWraps(value: UInt64) {
    let spent = Counter(value).advanced()
    #expect(spent == Counter(value, isSpent: true))
    #expect(spent.advanced() == spent)
  }

  @Test("allow secrets of 1 to 1,024 bytes")
  func boundsSecrets() throws {
    #expect(throws: OTPError.emptySecret) { try Token(secret: []) }
    let tooLong = [UInt8](repeating: 0, count: 1025)
    #expect(throws: OTPError.secretTooLong(byteCount: 1025)) { try Token(secret: tooLong) }
    #expect(try Token(secret: tooLong.dropLast()).secret.count == 1024)
    #expect(try Token(secret: [0]).secret.count == 1)
  }

  @Test(
    "make a text of a label",
    arguments: [("A", "b", "A:b"), ("", "b", "b"), ("A", "", "A"), ("", "", "")]
  )
  func makesText(issuer: String, account: String, text: String) {
    #expect(Label(issuer: issuer, account: account).text == text)
  }

  @Test("tell what a generator needs")
  func tellsNeeds() throws {
    let steam = Generator.steam(period: .thirtySeconds)
    #expect(steam.typeName == "steam")
    #expect(steam.codeLength == 5)
    #expect(steam.algorithm == .sha1)
    #expect(steam.counter == nil)
    let counted = Generator.hotp(algorithm: .sha512, digits: .six, counter: Counter(4))
    #expect(counted.typeName == "hotp")
    #expect(counted.period == nil)
    #expect(counted.counter == Counter(4))
    #expect(counted.algorithm == .sha512)
    #expect(Generator.standard.typeName == "totp")
    #expect(Generator.standard.period == .thirtySeconds)
  }

  @Test("of a token show everything but the secret")
  func hideSecret() throws {
    let token = try Token(Example.short)
    var text = "\(token) \(String(reflecting: token))"
    dump(token, to: &text)
    #expect(text.contains("<secret>"))
    #expect(!text.contains("Hello!"))
    #expect(!text.contains("72, 101"))
    #expect(!text.contains("- 72"))
  }
}
