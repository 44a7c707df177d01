// SPDX-License-Identifier: MIT

/// Finds the one card that is meant among those that are there.
public struct CardSearch: Sendable {
  /// How often a card is asked for that another program has for itself: for three seconds.
  private static let tries = 30
  /// The time between two tries.
  public static let pauseMilliseconds = 100

  private let reader: String?
  private let serial: UInt32?

  /// Says which card is meant.
  ///
  /// - Parameters:
  ///   - reader: a part of its reader's name, without regard to case, or `nil` for any.
  ///   - serial: its serial number, or `nil` for any.
  public init(reader: String?, serial: UInt32?) {
    self.reader = reader
    self.serial = serial
  }

  /// Finds the card and chooses its OATH application.
  ///
  /// Readers without a card and cards without that application are passed over, and so is whatever
  /// fails while another card is there.
  ///
  /// - Parameters:
  ///   - service: the readers.
  ///   - pause: waits for ``pauseMilliseconds``.
  ///   - onWait: called once when another program has a card for itself, or is busy with it.
  /// - Returns: the conversation, and what the card is called.
  /// - Throws: ``CardError/noReader``, ``CardError/noCard``, ``CardError/severalCards(_:)`` and the like.
  public func open<Readers: CardReaders & ~Copyable>(
    _ service: borrowing Readers,
    pause: () -> Void,
    onWait: () -> Void
  ) throws(CardError) -> FoundCard {
    var hasWaited = false
    let onFirstWait = {
      if !hasWaited { onWait() }
      hasWaited = true
    }
    var chosen: FoundCard?
    var candidates: [CardDescription] = []
    var obstacle = CardError.noCard
    for reader in try matching(service.readers()) {
      do throws(CardError) {
        let connection = try connect(to: reader, of: service, pause, onFirstWait)
        let card = try FoundCard(in: reader, over: connection)
        if let serial, serial != card.description.serial { throw .noSuchSerial(serial) }
        candidates.append(card.description)
        guard candidates.count == 1 else { continue }
        chosen = consume card
        // There is one key of a serial number, and no need to disturb the others.
        if serial != nil { break }
      } catch {
        obstacle = Self.weightier(obstacle, error)
      }
    }
    guard candidates.count <= 1 else { throw .severalCards(candidates) }
    guard let chosen else { throw obstacle }
    return chosen
  }

  private func matching(_ readers: [String]) throws(CardError) -> [String] {
    guard !readers.isEmpty else { throw .noReader }
    guard let reader else { return readers }
    let matching = readers.filter { Self.contains($0.lowercased(), reader.lowercased()) }
    guard !matching.isEmpty else { throw .noSuchReader(reader) }
    return matching
  }

  private static func contains(_ text: String, _ part: String) -> Bool {
    var rest = text[...]
    while !rest.isEmpty {
      if rest.hasPrefix(part) { return true }
      rest.removeFirst()
    }
    return part.isEmpty
  }

  private func connect<Readers: CardReaders & ~Copyable>(
    to reader: String,
    of service: borrowing Readers,
    _ pause: () -> Void,
    _ onWait: () -> Void
  ) throws(CardError) -> any CardTransport & ~Copyable {
    for _ in 0..<Self.tries {
      do throws(CardError) {
        return try service.connect(reader, onWait: onWait)
      } catch .sharingViolation {
        onWait()
        pause()
      } catch .service(code: PCSCResult.timeout) {
        // It has been waited for long enough.
        throw .sharingViolation(reader: reader)
      }
    }
    throw .sharingViolation(reader: reader)
  }

  /// Of all that is in the way, the person is told what is worth most to know: trouble with a card
  /// that may be the one before a card that is not, and both before a reader that is empty.
  private static func weightier(_ left: CardError, _ right: CardError) -> CardError {
    weight(right) > weight(left) ? right : left
  }

  private static func weight(_ error: CardError) -> Int {
    switch error {
    // A reader that was unplugged just now.
    case .noCard, .noReader: 0
    case .noOATHApplication: 1
    case .noSuchSerial: 2
    default: 3
    }
  }
}

/// A card that was found.
public struct FoundCard: ~Copyable {
  /// What it is called.
  public let description: CardDescription
  /// The conversation with it.
  public var session: OATHSession

  init(
    in reader: String,
    over connection: consuming any CardTransport & ~Copyable
  ) throws(CardError) {
    let serial = SerialNumber.read(from: &connection)
    session = try OATHSession(over: connection)
    description = CardDescription(reader: reader, serial: serial)
  }
}
