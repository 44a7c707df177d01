// SPDX-License-Identifier: MIT
import Card
import OTPCore
import Secrets
import Testing

/// Random bytes that are all alike.
struct FixedRandomness: Randomness {
  let byte: UInt8

  func fill(_ bytes: inout MutableSpan<UInt8>) {
    for index in bytes.indices { bytes[index] = byte }
  }
}

@Suite struct OATHSessionTests {
  private static let time = UnixTime(clamping: 1_700_000_000)
  /// The challenge of that time: 1,700,000,000 / 30 is 56,666,666 = 0x360AA2A.
  private static let challenge = "74 08 000000000360AA2A"

  private func error(_ exchanges: [(String, String)]) -> CardError? {
    do throws(CardError) {
      var session = try OATHSession(over: ScriptedCard(exchanges))
      _ = try session.codes(at: Self.time)
      return nil
    } catch {
      return error
    }
  }

  @Test func readsWhatTheApplicationTells() throws {
    let session = try OATHSession(over: ScriptedCard([selection]))
    #expect(session.version == [5, 4, 3])
    #expect(session.deviceID == [0, 1, 2, 3, 4, 5, 6, 7])
    let isLocked = session.isLocked
    #expect(!isLocked)
  }

  @Test(arguments: ["6A82", "6999", "6D00", "6B00"])
  func tellsACardWithoutTheApplication(answer: String) {
    #expect(error([(selection.0, answer)]) == .noOATHApplication)
  }

  @Test(arguments: [
    ("", CardError.emptyAnswer),
    ("90", .emptyAnswer),
    ("9000", .malformedAnswer),
    ("7903050403 9000", .malformedAnswer),
    ("7903050403 7109 0001020304050607 9000", .malformedAnswer),
    ("79 84 00000001 9000", .malformedAnswer),
    ("61FF", .endlessAnswer),
    ("6F00", .status(StatusWord(0x6F00), during: .select)),
  ])
  func tellsAnswersThatMakeNoSense(answer: String, expected: CardError) {
    #expect(error([(selection.0, answer)]) == expected)
  }

  @Test func joinsPartsBeforeReadingThem() throws {
    var session = try OATHSession(
      over: ScriptedCard([
        selection,
        ("00A10000 00", "72 05 21 616C 6105"),
        ("00A50000 00", "6963 72 03 11 62 61FF"),
        ("00A50000 00", "78 9000"),
      ])
    )
    let credentials = try session.credentials()
    #expect(credentials.map(\.account) == ["alic", "bx"])
    #expect(credentials.map(\.kind) == [.time, .counter])
  }

  @Test func computesCodesOfEveryKind() throws {
    var session = try OATHSession(
      over: ScriptedCard([
        selection,
        (
          "00A10000 00",
          "72 02 21 61 72 02 11 62 72 05 22 36302F63 72 08 21 537465616D3A78 72 02 23 64 9000"
        ),
        (
          "00A40001 0A \(Self.challenge) 00",
          "71 01 61 76 05 06 80000539 71 01 62 77 01 06 71 04 36302F63 76 05 08 00000001 "
            + "71 07 537465616D3A78 76 05 06 00000000 71 01 64 7C 01 07 9000"
        ),
        ("00A20001 10 71 04 36302F63 74 08 0000000001B05515 00", "76 05 08 7FFFFFFF 9000"),
      ])
    )
    let codes = try session.codes(at: Self.time)
    var texts: [String] = []
    for code in codes {
      switch code.state {
      case .code(let code): texts.append(code.text)
      case .counterBased: texts.append("counts")
      case .touchRequired: texts.append("touch")
      }
    }
    // 2147483647 is the largest number that a code can be of.
    #expect(texts == ["001337", "counts", "47483647", "22222", "touch"])
    #expect(codes.map(\.digits) == [6, 6, 8, 5, 7])
    #expect(codes.map(\.touch) == [false, nil, false, false, true])
    #expect(codes.map(\.credential.algorithm) == [.sha1, .sha1, .sha256, .sha1, .sha512])
  }

  @Test func movesACounterWithAnEmptyChallenge() throws {
    var session = try OATHSession(
      over: ScriptedCard([
        selection,
        ("00A20001 05 71 01 62 74 00 00", "76 05 06 4C93CF18 9000"),
      ])
    )
    let credential = Credential(id: [0x62], kind: .counter, algorithm: .sha1)
    let code = try session.code(of: credential, at: Self.time)
    // RFC 4226, Appendix D, count 0.
    #expect(code.text == "755224")
    #expect(code.validity == nil)
  }

  @Test func saysThatALockedCardIsLocked() {
    #expect(error([selection, ("*", "6982")]) == .locked)
  }

  @Test func saysThatNobodyTouchedTheCard() throws {
    var session = try OATHSession(over: ScriptedCard([selection, ("*", "6982")]))
    let credential = Credential(id: [0x61], kind: .time, algorithm: .sha1)
    do throws(CardError) {
      _ = try session.code(of: credential, at: Self.time)
      Issue.record("there is no code")
    } catch {
      #expect(error == .status(.authenticationRequired, during: .calculate))
    }
  }

  /// However an answer is cut, there is an error or a result, and never a trap.
  @Test func endsWithAnErrorWhereverAnAnswerIsCut() {
    let whole = bytes("71 0A 4769744875623A616E61 76 05 06 00000539 71 02 3163 77 01 06")
    for count in 0..<whole.count {
      var hex = ""
      for byte in whole[..<count] {
        hex += (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
      let error = error([selection, ("*", "9000"), ("*", hex + "9000"), ("*", "6984")])
      let isWhole = [0, 19].contains(count)
      #expect(isWhole ? error == nil : error == .malformedAnswer, "\(count)")
    }
  }
}

@Suite struct AccessKeyTests {
  private static let deviceID: [UInt8] = [0, 1, 2, 3, 4, 5, 6, 7]
  private static let lockedSelection = (
    selection.0, "7903050403 7108 0001020304050607 7408 1122334455667788 7B0101 9000"
  )

  private func key(_ password: String) -> AccessKey {
    AccessKey(password: password.utf8.span, deviceID: Self.deviceID)
  }

  /// The response to a challenge of zeros tells the key, which is nowhere to be seen.
  private func unlock(_ answer: String, _ password: String) -> (CardError?, ScriptedCard.Record) {
    let record = ScriptedCard.Record()
    do throws(CardError) {
      var session = try OATHSession(
        over: ScriptedCard([Self.lockedSelection, ("*", answer)], record)
      )
      try session.unlock(with: key(password), randomness: FixedRandomness(byte: 0x5A))
      return (nil, record)
    } catch {
      return (error, record)
    }
  }

  private func response(_ key: String, _ challenge: String) -> String {
    var hmac = HMAC<SHA1>(key: bytes(key).span)
    hmac.update(bytes(challenge).span)
    var code = [UInt8](repeating: 0, count: 20)
    var span = code.mutableSpan
    hmac.finish(into: &span)
    return code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The keys are those of the protocol's description.
  @Test(arguments: [
    ("password", "b033c030bc2241260787f3ad66df63e4"),
    ("pässword", "591c0877fc51bed497727af112e9e77e"),
  ])
  func provesThatTheKeyIsKnownAndWantsTheSame(password: String, key: String) {
    let (error, record) = unlock("7514 \(response(key, "5A5A5A5A5A5A5A5A")) 9000", password)
    #expect(error == nil)
    let expected = "00A30000 20 7514 \(response(key, "1122334455667788")) 7408 5A5A5A5A5A5A5A5A 00"
    #expect(record.sent.last == bytes(expected))
    #expect(record.isResetAtEnd)
  }

  @Test(arguments: ["6A80", "6984"])
  func tellsAWrongPassword(answer: String) {
    #expect(unlock(answer, "guess").0 == .wrongAccessKey)
  }

  @Test func tellsACardThatDoesNotKnowTheKey() {
    #expect(unlock("7514 0000000000000000000000000000000000000000 9000", "password").0 == .impostor)
    #expect(unlock("9000", "password").0 == .malformedAnswer)
  }
}

@Suite struct CredentialTests {
  private func credential(_ id: String, _ kind: Credential.Kind = .time) -> Credential {
    Credential(id: Array(id.utf8), kind: kind, algorithm: .sha1)
  }

  @Test(arguments: [
    ("GitHub:ana", "GitHub", "ana", Int64(30)),
    ("60/GitHub:ana", "GitHub", "ana", 60),
    ("60/ana", "", "ana", 60),
    ("ana", "", "ana", 30),
    ("A:B:c", "A", "B:c", 30),
    (":ana", "", ":ana", 30),
    ("ana:", "", "ana:", 30),
    ("0/ana", "", "0/ana", 30),
    ("99999999999999999999/ana", "", "99999999999999999999/ana", 30),
    ("60/", "", "60/", 30),
    ("/ana", "", "/ana", 30),
    ("x/ana", "", "x/ana", 30),
  ])
  func partsTheNameOfATimeBasedOne(
    id: String,
    issuer: String,
    account: String,
    period: Int64
  ) {
    let credential = credential(id)
    #expect(credential.issuer == issuer)
    #expect(credential.account == account)
    #expect(credential.period.seconds == period)
  }

  @Test func findsNoPeriodInACounterBasedOne() {
    #expect(credential("60/a:b", .counter).issuer == "60/a")
  }

  @Test func showsBytesThatAreNoText() {
    let credential = Credential(id: [0xFF, 0xFE, 0x41], kind: .time, algorithm: .sha1)
    #expect(credential.account == "\\xff\\xfeA")
  }

  @Test func knowsSteam() {
    #expect(credential("Steam:x").isSteam)
    #expect(!credential("steam:x").isSteam)
    #expect(!credential("Steam:x", .counter).isSteam)
  }
}
