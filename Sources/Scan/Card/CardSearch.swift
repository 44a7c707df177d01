// SPDX-License-Identifier: MIT

/// Finds the one card that is meant among those that are there.
public struct CardSearch: Sendable {
  /// How long another program may keep a card for itself before this gives up, in tries and in the
  /// time between two of them.
  private static let tries = 30
  /// A tenth of a second.
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
  /// Readers without a card and cards without that application are passed over.
  ///
  /// - Parameters:
  ///   - service: the connection to pcscd.
  ///   - pause: waits for ``pauseMilliseconds``.
  ///   - onWait: called once when another program has a card for itself.
  /// - Returns: the conversation, and what the card is called.
  /// - Throws: ``CardError/noReader``, ``CardError/noCard``, ``CardError/severalCards(_:)`` and the like.
  public func open(
    _ service: borrowing PCSC,
    pause: () -> Void,
    onWait: () -> Void
  ) throws(CardError) -> FoundCard {
    let readers = try candidates(service.readers())
    var found: [CardDescription] = []
    var obstacle: CardError = .noCard
    for reader in readers {
      do throws(CardError) {
        let card = try describe(reader, service, pause, onWait)
        if serial == nil || serial == card.serial {
          found.append(card)
        } else if let serial {
          obstacle = .noSuchSerial(serial)
        }
      } catch .noCard {
        continue
      } catch {
        obstacle = error
      }
    }
    guard let card = found.first else { throw obstacle }
    guard found.count == 1 else { throw .severalCards(found) }
    let connection = try connect(card.reader, service, pause, onWait)
    return FoundCard(description: card, session: try OATHSession(over: connection))
  }

  private func candidates(_ readers: [String]) throws(CardError) -> [String] {
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

  /// Asks a card for its serial number, and makes sure that it has the OATH application.
  private func describe(
    _ reader: String,
    _ service: borrowing PCSC,
    _ pause: () -> Void,
    _ onWait: () -> Void
  ) throws(CardError) -> CardDescription {
    var card = try connect(reader, service, pause, onWait)
    let serial = Self.serial(of: &card)
    _ = try OATHSession(over: card)
    return CardDescription(reader: reader, serial: serial)
  }

  private func connect(
    _ reader: String,
    _ service: borrowing PCSC,
    _ pause: () -> Void,
    _ onWait: () -> Void
  ) throws(CardError) -> PCSCCard {
    for attempt in 0..<Self.tries {
      do throws(CardError) {
        return try service.connect(reader)
      } catch .sharingViolation {
        if attempt == 0 { onWait() }
        pause()
      }
    }
    return try service.connect(reader)
  }

  /// Cards of other makers tell none, or have no management application.
  private static func serial(of card: inout PCSCCard) -> UInt32? {
    let choose = CommandAPDU(
      .select,
      OATHApplet.selectByName,
      data: ManagementApplet.applicationID
    )
    guard let chosen = try? card.transmit(choose.bytes.span), chosen.suffix(2) == [0x90, 0x00],
      let answer = try? card.transmit(CommandAPDU(.readConfiguration).bytes.span),
      answer.count > 3, answer.suffix(2) == [0x90, 0x00],
      // The first byte is the length of what follows.
      let items = try? TLV.list(in: Array(answer.dropFirst().dropLast(2))),
      let serial = items.first(where: { $0.tag == ManagementApplet.serialTag })?.value,
      serial.count == 4
    else { return nil }
    return serial.reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// A card that was found.
public struct FoundCard: ~Copyable {
  /// What it is called.
  public let description: CardDescription
  /// The conversation with it.
  public var session: OATHSession
}
