// SPDX-License-Identifier: MIT
public import OTPCore

extension OATHSession {
  /// Lists the credentials, in the card's order.
  ///
  /// - Returns: all credentials, hidden ones too.
  /// - Throws: ``CardError/locked``, ``CardError/malformedAnswer``, and what the transport throws.
  ///
  /// YKOATH: LIST.
  public mutating func credentials() throws(CardError) -> [Credential] {
    var credentials: [Credential] = []
    for item in try TLV.list(in: send(CommandAPDU(.list))) {
      guard item.tag == OATHApplet.Tag.listEntry, let first = item.value.first else {
        throw .malformedAnswer
      }
      let algorithm = OATHApplet.algorithms[first & 0x0F].flatMap(Algorithm.init(rawValue:))
      credentials.append(
        Credential(
          id: Array(item.value.dropFirst()),
          kind: first & 0xF0 == OATHApplet.counterType ? .counter : .time,
          algorithm: algorithm
        )
      )
    }
    return credentials
  }

  /// Lists the credentials with their codes, as far as they can be had without touching the card or
  /// moving a counter.
  ///
  /// - Parameter time: the moment that the codes are for.
  /// - Returns: all credentials in the card's order.
  /// - Throws: ``CardError/locked``, ``CardError/malformedAnswer``, and what the transport throws.
  ///
  /// YKOATH: LIST, CALCULATE ALL, and CALCULATE for periods other than thirty seconds.
  public mutating func codes(at time: UnixTime) throws(CardError) -> [CredentialCode] {
    let known = Dictionary(
      try credentials().map { ($0.id, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let challenge = Self.challenge(time, .thirtySeconds)
    let items = try TLV.list(
      in: send(
        CommandAPDU(
          .calculateAll,
          0,
          OATHApplet.truncated,
          data: TLV.encoded(OATHApplet.Tag.challenge, challenge)
        )
      )
    )
    guard items.count % 2 == 0 else { throw .malformedAnswer }
    var codes: [CredentialCode] = []
    for index in stride(from: 0, to: items.count, by: 2) {
      let (name, answer) = (items[index], items[index + 1])
      guard name.tag == OATHApplet.Tag.name, let digits = answer.value.first else {
        throw .malformedAnswer
      }
      let kind: Credential.Kind = answer.tag == OATHApplet.Tag.counterBased ? .counter : .time
      let credential =
        known[name.value] ?? Credential(id: name.value, kind: kind, algorithm: nil)
      let state: CredentialCode.State
      switch answer.tag {
      case OATHApplet.Tag.counterBased: state = .counterBased
      case OATHApplet.Tag.touch: state = .touchRequired
      case OATHApplet.Tag.truncatedResponse where credential.period == .thirtySeconds:
        state = .code(try Self.code(credential, answer, at: time))
      case OATHApplet.Tag.truncatedResponse:
        // The card was asked for the step of another period.
        state = .code(try code(of: credential, at: time))
      default: throw .malformedAnswer
      }
      codes.append(
        CredentialCode(
          credential: credential,
          digits: credential.isSteam ? 5 : Int(digits),
          touch: state == .counterBased ? nil : state == .touchRequired,
          state: state
        )
      )
    }
    return codes
  }

  /// Computes one code; this moves a counter, and waits for a touch where the card wants one.
  ///
  /// - Parameters:
  ///   - credential: which credential.
  ///   - time: the moment that the code is for; of no meaning with a counter.
  /// - Returns: the code.
  /// - Throws: ``CardError/status(_:during:)``: with ``StatusWord/authenticationRequired`` when nobody
  ///   touched the card in time, ``StatusWord/noSuchObject`` for a credential that is not there;
  ///   ``CardError/malformedAnswer`` also for a name that is too long to be asked for.
  ///
  /// YKOATH: CALCULATE.
  public mutating func code(
    of credential: Credential,
    at time: UnixTime
  ) throws(CardError) -> Code {
    // A card that is locked and one that nobody touched answer this in the same words.
    guard !isLocked else { throw .locked }
    let challenge =
      credential.kind == .counter ? [] : Self.challenge(time, credential.period)
    let data =
      TLV.encoded(OATHApplet.Tag.name, credential.id)
      + TLV.encoded(OATHApplet.Tag.challenge, challenge)
    // Names have 64 bytes at most, but it was the card that told this one.
    guard data.count <= CommandAPDU.mostByteCount else { throw .malformedAnswer }
    let answer = try channel.send(
      CommandAPDU(.calculate, 0, OATHApplet.truncated, data: data)
    )
    guard let item = try TLV.list(in: answer).first else { throw .malformedAnswer }
    return try Self.code(credential, item, at: time)
  }

  /// A card that is locked says so to every command in the same words.
  private mutating func send(_ command: CommandAPDU) throws(CardError) -> [UInt8] {
    do throws(CardError) {
      return try channel.send(command)
    } catch .status(.authenticationRequired, _) {
      throw .locked
    }
  }

  private static func challenge(_ time: UnixTime, _ period: Period) -> [UInt8] {
    let step = period.step(at: time)
    return (0..<8).map { UInt8(truncatingIfNeeded: step >> UInt64(56 - 8 * $0)) }
  }

  /// The card gives 31 bits of the HMAC, which is all that Steam's letters are made of too, and how
  /// many digits they are for.
  private static func code(
    _ credential: Credential,
    _ answer: TLV,
    at time: UnixTime
  ) throws(CardError) -> Code {
    guard answer.tag == OATHApplet.Tag.truncatedResponse, answer.value.count == 5,
      let digits = try? Digits(Int(answer.value[0]))
    else { throw .malformedAnswer }
    var number: UInt32 = 0
    for byte in answer.value.dropFirst() { number = number << 8 | UInt32(byte) }
    number &= 0x7FFF_FFFF
    let text =
      credential.isSteam
      ? Code.steam(truncated: number) : Code.decimal(truncated: number, digits: digits)
    guard credential.kind == .time else { return Code(text: text) }
    return Code(
      text: text,
      validity: credential.period.span(ofStep: credential.period.step(at: time))
    )
  }
}
