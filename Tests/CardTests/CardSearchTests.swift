// SPDX-License-Identifier: MIT
import Card
import Testing

@Suite struct CardSearchTests {
  /// What a search did besides finding.
  private final class Log {
    var waits = 0
    var pauses = 0
    var connected: [String] = []
  }

  /// Readers with scripted cards in them, or with an error instead of one.
  private struct Readers: CardReaders, ~Copyable {
    enum Content {
      case card([(String, String)])
      case failure(CardError)
      /// Another program has the card for itself at first, for so many tries.
      case busy(Int, [(String, String)])
    }

    let log: Log
    let content: [(name: String, content: Content)]

    func readers() throws(CardError) -> [String] { content.map(\.name) }

    func connect(
      _ reader: String,
      onWait: () -> Void
    ) throws(CardError) -> any CardTransport & ~Copyable {
      let tries = log.connected.count { $0 == reader }
      log.connected.append(reader)
      switch content.first(where: { $0.name == reader })?.content {
      case .card(let exchanges): return ScriptedCard(exchanges)
      case .busy(let count, let exchanges):
        if tries < count { throw .sharingViolation(reader: reader) }
        return ScriptedCard(exchanges)
      case .failure(let error): throw error
      case nil: throw .noReader
      }
    }
  }

  private static let management = ("00A40400 08 A000000527471117 00", "9000")
  private static let noManagement = (management.0, "6A82")

  private static func key(_ serial: String) -> Readers.Content {
    .card([management, ("001D0000 00", "0D 0102023F 0204 \(serial) 0503050403 9000"), selection])
  }
  private static let silent = Readers.Content.card([noManagement, selection])
  private static let otherCard = Readers.Content.card([noManagement, (selection.0, "6A82")])
  private static let empty = Readers.Content.failure(.noCard)

  /// What was found, or why nothing was.
  private func search(
    _ content: [(String, Readers.Content)],
    reader: String? = nil,
    serial: UInt32? = nil,
    log: Log = Log()
  ) -> Result<CardDescription, CardError> {
    let readers = Readers(log: log, content: content.map { (name: $0.0, content: $0.1) })
    do throws(CardError) {
      let card = try CardSearch(reader: reader, serial: serial).open(readers) {
        log.pauses += 1
      } onWait: {
        log.waits += 1
      }
      return .success(card.description)
    } catch {
      return .failure(error)
    }
  }

  private func found(_ reader: String, _ serial: UInt32?) -> Result<CardDescription, CardError> {
    .success(CardDescription(reader: reader, serial: serial))
  }

  @Test func findsTheOnlyKey() {
    #expect(
      search([("A", Self.empty), ("B", Self.key("00BC614E")), ("C", Self.otherCard)])
        == found("B", 12_345_678)
    )
  }

  @Test func findsAKeyThatTellsNoSerialNumber() {
    #expect(search([("A", Self.silent)]) == found("A", nil))
  }

  @Test(arguments: [
    "9000", "00 9000", "06 0204 00BC61 9000", "05 0203 00BC61 9000", "05 0205 00BC614E01 9000",
    "6D00", "",
  ])
  func takesAnOddConfigurationForNoSerialNumber(answer: String) {
    let card = Readers.Content.card([Self.management, ("001D0000 00", answer), selection])
    #expect(search([("A", card)]) == found("A", nil))
  }

  @Test func namesSeveralKeysAndTakesNone() {
    #expect(
      search([("A", Self.key("00000001")), ("B", Self.silent), ("C", Self.otherCard)])
        == .failure(
          .severalCards([
            CardDescription(reader: "A", serial: 1), CardDescription(reader: "B", serial: nil),
          ])
        )
    )
  }

  @Test func findsASerialNumberAndLeavesTheOthersAlone() {
    let log = Log()
    let cards = [("A", Self.key("00000001")), ("B", Self.key("00000002")), ("C", Self.silent)]
    #expect(search(cards, serial: 2, log: log) == found("B", 2))
    #expect(log.connected == ["A", "B"])
    #expect(search(cards, serial: 3) == .failure(.noSuchSerial(3)))
  }

  @Test(arguments: ["yubi", "YUBIKEY", "key 00"])
  func findsAReaderByAPartOfItsName(part: String) {
    let cards = [("YubiKey 00", Self.silent), ("Other 01", Self.silent)]
    #expect(search(cards, reader: part) == found("YubiKey 00", nil))
  }

  @Test func tellsAReaderThatIsNotThere() {
    #expect(search([("A", Self.silent)], reader: "B") == .failure(.noSuchReader("B")))
    #expect(search([]) == .failure(.noReader))
  }

  /// The person is told what is worth most to know, whatever the order of the readers.
  @Test func tellsTheWeightiestObstacle() {
    let busy = CardError.sharingViolation(reader: "D")
    let lighter: [(Readers.Content, CardError)] = [
      (Self.empty, .noCard), (Self.otherCard, .noOATHApplication),
      (Self.key("00000001"), .noSuchSerial(2)), (.failure(.service(code: 1)), .service(code: 1)),
    ]
    for count in 1...lighter.count {
      let cards = lighter.prefix(count).enumerated().map { ("\($0)", $1.0) }
      let expected = lighter[count - 1].1
      #expect(search(cards, serial: 2) == .failure(expected))
      #expect(search(cards.reversed(), serial: 2) == .failure(expected))
    }
    #expect(search([("D", .failure(busy)), ("E", Self.empty)]) == .failure(busy))
  }

  @Test func takesTheKeyThatIsThereWhenAnotherCardFails() {
    #expect(
      search([("A", .failure(.accessDenied)), ("B", Self.silent), ("C", .failure(.cardReset))])
        == found("B", nil)
    )
  }

  @Test func waitsForAnotherProgramAndSaysSoOnce() {
    let log = Log()
    let card = [Self.noManagement, selection]
    #expect(search([("A", .busy(29, card))], log: log) == found("A", nil))
    #expect(log.waits == 1)
    #expect(log.pauses == 29)
  }

  @Test func doesNotWaitForEver() {
    let log = Log()
    #expect(search([("A", .busy(.max, []))], log: log) == .failure(.sharingViolation(reader: "A")))
    #expect(log.pauses * CardSearch.pauseMilliseconds == 3_000)
  }

  @Test func doesNotTryAgainAfterALongWait() {
    let log = Log()
    let late = CardError.service(code: PCSCResult.timeout)
    #expect(
      search([("A", .failure(late))], log: log) == .failure(.sharingViolation(reader: "A"))
    )
    #expect(log.connected == ["A"])
  }
}
