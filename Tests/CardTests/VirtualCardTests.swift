// SPDX-License-Identifier: MIT
import Card
import OTPCore
import Secrets
import Testing

/// The whole way through the real pcscd to a card that was written from the protocol's description.
@Suite(
  .serialized,
  .enabled(if: Desk.shared != nil, "TOTP_TEST_PYTHON names no Python, or pcscd can't be had")
)
struct VirtualCardTests {
  private static let secret = "3132333435363738393031323334353637383930"
  private static let credentials = """
    [{"id": "GitHub:ana", "secret": "\(secret)", "digits": 8},
     {"id": "60/Slow:me", "secret": "\(secret)", "digits": 8},
     {"id": "Bank:x", "secret": "\(secret)", "type": "hotp"},
     {"id": "Careful:me", "secret": "\(secret)", "touch": true}]
    """

  private let desk: Desk

  init() throws {
    desk = try #require(Desk.shared)
  }

  /// Puts a card into the first reader for the time of a test.
  private func with(_ options: String, _ body: () throws -> Void) throws {
    #expect(desk.does("[\"insert\", 0, \(Self.oneLine(Self.credentials))\(options)]"))
    defer { #expect(desk.does("[\"remove\", 0]")) }
    try body()
  }

  private static func oneLine(_ text: String) -> String {
    String(text.map { $0 == "\n" ? " " : $0 })
  }

  private func open(
    _ patience: Patience = Patience(silence: 400, limit: 20_000),
    onWait: () -> Void = {}
  ) throws -> FoundCard {
    try CardSearch(reader: nil, serial: nil)
      .open(try PCSC(patience: patience), pause: {}, onWait: onWait)
  }

  private func texts(_ codes: [CredentialCode]) -> [String] {
    codes.map { code in
      if case .code(let code) = code.state { code.text } else { "\(code.state)" }
    }
  }

  /// The codes are those of RFC 6238, Appendix B, and RFC 4226, Appendix D.
  @Test func computesCodes() throws {
    try with(#", "--serial", "7", "--chunk", "5""#) {
      var card = try open()
      #expect(card.description.serial == 7)
      #expect(card.session.version == [5, 4, 3])
      let codes = try card.session.codes(at: UnixTime(clamping: 59))
      #expect(texts(codes).prefix(3) == ["94287082", "84755224", "counterBased"])
      #expect(codes.map(\.touch) == [false, false, nil, true])
      for expected in ["755224", "287082", "359152"] {
        let code = try card.session.code(
          of: codes[2].credential,
          at: UnixTime(clamping: 0)
        )
        #expect(code.text == expected)
      }
    }
  }

  @Test func unlocksAndLeavesTheCardLocked() throws {
    try with(#", "--password", "pässword""#) {
      do {
        var card = try open()
        #expect(throws: CardError.locked) { _ = try card.session.credentials() }
        let guess = AccessKey(password: "guess".utf8.span, deviceID: card.session.deviceID)
        #expect(throws: CardError.wrongAccessKey) {
          try card.session.unlock(with: guess, randomness: SystemRandomness())
        }
        // A wrong key does not use the challenge up.
        let key = AccessKey(password: "pässword".utf8.span, deviceID: card.session.deviceID)
        try card.session.unlock(with: key, randomness: SystemRandomness())
        #expect(try card.session.credentials().count == 4)
      }
      let card = try open()
      let isLocked = card.session.isLocked
      #expect(isLocked)
    }
  }

  @Test func givesUpOnAProgramThatHoldsTheCard() throws {
    try with("") {
      #expect(desk.does(#"["hold", 0, "transaction"]"#))
      var waits = 0
      #expect(throws: CardError.sharingViolation(reader: "Virtual PCD 00 00")) {
        _ = try open(Patience(silence: 1, limit: 150)) { waits += 1 }
      }
      #expect(waits == 1)
      #expect(desk.does(#"["release"]"#))
      // The call that was given up may get the card first; it lets go of it at once.
      let card = try open()
      #expect(card.session.version == [5, 4, 3])
    }
  }

  @Test func givesUpOnACardThatDoesNotAnswer() throws {
    try with(#", "--touch-delay", "2""#) {
      var card = try open(Patience(silence: 1, limit: 300))
      let credential = Credential(id: Array("Careful:me".utf8), kind: .time, algorithm: .sha1)
      #expect(throws: CardError.emptyAnswer) {
        _ = try card.session.code(of: credential, at: UnixTime(clamping: 59))
      }
    }
  }

  @Test func noticesThatTheCardIsGone() throws {
    #expect(desk.does(#"["insert", 0, []]"#))
    var card = try open()
    #expect(desk.does(#"["remove", 0]"#))
    #expect(throws: CardError.cardRemoved) { _ = try card.session.credentials() }
    #expect(throws: CardError.noCard) { _ = try open() }
  }
}
