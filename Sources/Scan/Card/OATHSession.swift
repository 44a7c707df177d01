// SPDX-License-Identifier: MIT
public import Secrets

/// A conversation with the OATH application of one card.
///
/// It holds the connection, and with PC/SC the card's transaction, for as long as it lives.
///
/// YKOATH protocol specification.
public struct OATHSession: ~Copyable {
  var channel: CardChannel

  /// The application's version: major, minor, patch.
  ///
  /// Versions of other makers' cards say nothing.
  public let version: [UInt8]

  /// Eight random bytes that a reset of the application changes; also the access key's salt.
  public let deviceID: [UInt8]

  /// What a locked card wants to have answered; `nil` when it is open.
  var challenge: [UInt8]?

  /// Whether the card wants an access key before it says more.
  public var isLocked: Bool { challenge != nil }

  /// Chooses the application.
  ///
  /// - Parameter card: the way to the card; this session owns it from now on.
  /// - Throws: ``CardError/noOATHApplication``, ``CardError/malformedAnswer``, and what the transport
  ///   throws.
  ///
  /// YKOATH: SELECT.
  public init(over card: consuming any CardTransport & ~Copyable) throws(CardError) {
    var channel = CardChannel(card)
    let answer: [UInt8]
    do throws(CardError) {
      answer = try channel.send(
        CommandAPDU(.select, OATHApplet.selectByName, data: OATHApplet.applicationID)
      )
    } catch .status(let status, _) {
      throw Self.isAbsence(status) ? .noOATHApplication : .status(status, during: .select)
    }
    var version: [UInt8] = []
    var deviceID: [UInt8] = []
    var challenge: [UInt8]?
    for item in try TLV.list(in: answer) {
      switch item.tag {
      case OATHApplet.Tag.version: version = item.value
      case OATHApplet.Tag.name: deviceID = item.value
      case OATHApplet.Tag.challenge: challenge = item.value
      default: break
      }
    }
    guard !version.isEmpty, !deviceID.isEmpty else { throw .malformedAnswer }
    self.channel = channel
    self.version = version
    self.deviceID = deviceID
    self.challenge = challenge
  }

  private static func isAbsence(_ status: StatusWord) -> Bool {
    [.fileNotFound, .appletSelectFailed, .instructionNotSupported, .wrongParameters].contains(
      status
    )
  }

  /// Shows the card that the access key is known, and has the card show the same.
  ///
  /// - Parameters:
  ///   - key: the access key.
  ///   - randomness: for the challenge to the card.
  /// - Throws: ``CardError/wrongAccessKey``; ``CardError/impostor`` when the card does not know the key.
  ///
  /// YKOATH: VALIDATE.
  public mutating func unlock(
    with key: AccessKey,
    randomness: any Randomness
  ) throws(CardError) {
    guard let challenge else { return }
    let ours = randomness.bytes(count: OATHApplet.challengeByteCount)
    let data =
      TLV.encoded(OATHApplet.Tag.response, key.response(to: challenge))
      + TLV.encoded(OATHApplet.Tag.challenge, ours)
    // From here on other programs could use what was unlocked, if it were left as it is.
    channel.resetAtEnd()
    let answer: [UInt8]
    do throws(CardError) {
      answer = try channel.send(CommandAPDU(.validate, data: data))
    } catch .status(let status, let instruction) {
      throw status == .wrongData || status == .noSuchObject
        ? .wrongAccessKey : .status(status, during: instruction)
    }
    guard let theirs = try TLV.list(in: answer).first(where: { $0.tag == OATHApplet.Tag.response })
    else { throw .malformedAnswer }
    guard isEqualInConstantTime(theirs.value.span, key.response(to: ours).span) else {
      throw .impostor
    }
    self.challenge = nil
  }
}
