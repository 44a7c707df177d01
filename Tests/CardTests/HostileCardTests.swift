// SPDX-License-Identifier: MIT
import Card
import OTPCore
import Secrets
import TestKit
import Testing

/// Cards that want to do harm: whatever they answer, there is a result or an error, and an end.
@Suite struct HostileCardTests {
  private static let time = UnixTime(clamping: 1_700_000_000)

  private func codes(_ exchanges: [(String, String)]) -> Result<[CredentialCode.State], CardError> {
    do throws(CardError) {
      var session = try OATHSession(over: ScriptedCard(exchanges))
      return .success(try session.codes(at: Self.time).map(\.state))
    } catch {
      return .failure(error)
    }
  }

  /// A name of such a length, of a period that has to be asked for by name.
  private static func name(_ count: Int) -> [UInt8] {
    Array("60/".utf8) + [UInt8](repeating: 0x61, count: count - 3)
  }

  private func answers(_ name: [UInt8]) -> [(String, String)] {
    let list = TLV.encoded(0x72, [0x21] + name)
    let all = TLV.encoded(0x71, name) + TLV.encoded(0x76, [6, 0, 0, 5, 0x39])
    return [
      selection, ("*", Hex.text(list) + "9000"), ("*", Hex.text(all) + "9000"),
      ("*", "76 05 06 00000539 9000"),
    ]
  }

  /// 242 is the longest that fits into a command beside a challenge.
  @Test(arguments: [64, 65, 127, 128, 200, 242])
  func asksForNamesThatAreLongerThanTheyMayBe(count: Int) throws {
    let states = try codes(answers(Self.name(count))).get()
    guard case .code(let code) = states.first else { throw CardError.malformedAnswer }
    #expect(code.text == "001337")
  }

  @Test(arguments: [243, 255, 256, 4000])
  func refusesNamesThatFitIntoNoCommand(count: Int) {
    #expect(codes(answers(Self.name(count))) == .failure(.malformedAnswer))
  }

  @Test func takesNoCodeOfNoDigits() {
    for digits in ["00", "0B", "FF"] {
      let exchanges = [
        selection, ("*", "72 02 21 61 9000"), ("*", "71 01 61 76 05 \(digits) 00000539 9000"),
      ]
      #expect(codes(exchanges) == .failure(.malformedAnswer))
    }
  }

  @Test func endsWhenPartsOfOneByteNeverEnd() {
    let exchanges = [selection] + Array(repeating: ("*", "AA 61FF"), count: 5_000)
    #expect(codes(exchanges) == .failure(.endlessAnswer))
  }

  @Test func endsWhenPartsAreLargeAndNeverEnd() {
    let part = String(repeating: "00", count: 60_000) + "61FF"
    #expect(codes([selection, ("*", part), ("*", part)]) == .failure(.endlessAnswer))
  }

  /// An answer to a challenge that was never put does not open anything.
  @Test func isLockedStillAfterAnUnlockThatFailed() throws {
    let locked = "7903050403 7108 0001020304050607 7408 1122334455667788 9000"
    var session = try OATHSession(
      over: ScriptedCard([
        (selection.0, locked), ("*", "7500 9000"),
      ])
    )
    let key = AccessKey(password: "password".utf8.span, deviceID: session.deviceID)
    #expect(throws: CardError.impostor) {
      try session.unlock(with: key, randomness: SystemRandomness())
    }
    let isLocked = session.isLocked
    #expect(isLocked)
    let credential = Credential(id: [0x61], kind: .time, algorithm: .sha1)
    #expect(throws: CardError.locked) { _ = try session.code(of: credential, at: Self.time) }
  }

  /// Each exchange of a whole conversation is damaged in turn, many times.
  @Test(arguments: 0..<40)
  func endsInATypedErrorOrAResult(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let answers = [
      "7903050403 7108 0001020304050607 9000",
      "72 02 21 61 72 02 11 62 72 05 22 36302F63 9000",
      "71 01 61 76 05 06 80000539 71 01 62 77 01 06 71 04 36302F63 76 05 08 00000001 9000",
      "76 05 08 7FFFFFFF 9000",
    ].map(bytes)
    for _ in 0..<100 {
      var damaged = answers
      let place = Int.random(in: 0..<answers.count, using: &random)
      damaged[place] = random.mutated(answers[place])
      // Typed throws leave nothing else to come out of this; a trap would end the test.
      if case .success(let states) = codes(damaged.map { ("*", Hex.text($0)) }) {
        #expect(states.count <= 4)
      }
    }
  }
}

@Suite struct DeviceIDTests {
  /// The example of the protocol's description.
  @Test func isWrittenAsYubicosProgramsDo() throws {
    let session = try OATHSession(over: ScriptedCard([selection]))
    #expect(session.deviceIDText == "ioUf+C7nBIrQnsOEfx3fRA")
  }
}
