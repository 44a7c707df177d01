// SPDX-License-Identifier: MIT
public import OTPCore
public import Secrets

/// An open vault.
///
/// It holds the vault key and the tokens in guarded memory. Changes stay in memory until the file is
/// written with what ``sealed(randomness:)`` gives.
public struct Vault: ~Copyable {
  /// What ``add(_:at:randomness:replacing:)`` did.
  public enum Addition: Equatable, Sendable {
    /// The token is new.
    case added(TokenID)
    /// The token has taken the place of one of its label, and its id.
    case replaced(TokenID)
    /// The very token was there already.
    case unchanged(TokenID)
  }

  let key: VaultKey
  var envelope: Envelope
  var payload: Payload

  /// Whether there is anything that is in no file yet.
  public internal(set) var isChanged = false

  /// Makes an empty vault that a passphrase opens.
  ///
  /// - Parameters:
  ///   - passphrase: any bytes.
  ///   - cost: how much work a try is to be.
  ///   - time: now.
  ///   - randomness: for key, ids, salt and nonces.
  /// - Returns: the vault, which is in no file yet.
  /// - Throws: ``VaultError/outOfMemory(memoryByteCount:)``.
  public static func create(
    passphrase: Span<UInt8>,
    cost: PassphraseCost,
    at time: UnixTime,
    randomness: any Randomness
  ) throws(VaultError) -> Vault {
    let key = VaultKey(from: randomness)
    let vaultID = randomness.bytes(count: KeySlot.identifierByteCount)
    let slot = try KeySlot(
      .passphrase(cost),
      secret: passphrase,
      name: KeySlot.Opener.passphrase(cost).usualName,
      wrapping: key,
      of: vaultID,
      at: time,
      randomness: randomness
    )
    var vault = Vault(
      key: key,
      envelope: Envelope(vaultID: vaultID, slots: [slot]),
      payload: try .empty()
    )
    vault.isChanged = true
    return vault
  }

  /// Opens a vault.
  ///
  /// - Parameters:
  ///   - envelope: the file.
  ///   - key: what ``Envelope/unlock(passphrase:)`` found.
  /// - Throws: ``VaultError/damaged(_:)``.
  public init(opening envelope: Envelope, key: VaultKey) throws(VaultError) {
    let payload = try Payload(parsing: envelope.openPayload(with: key))
    self.init(key: key, envelope: envelope.withoutPayload, payload: payload)
  }

  private init(key: VaultKey, envelope: Envelope, payload: Payload) {
    self.key = key
    self.envelope = envelope
    self.payload = payload
  }

  /// The vault as a file's bytes, under a nonce of its own.
  ///
  /// - Parameter randomness: for the nonce.
  /// - Returns: the whole file.
  public borrowing func sealed(randomness: any Randomness) -> [UInt8] {
    payload.arena.withBytes { padded in
      envelope.file(sealing: padded, with: key, randomness: randomness)
    }
  }

  /// The vault's own 16 bytes.
  public var id: [UInt8] { envelope.vaultID }

  /// The ways to the vault key.
  public var slots: [KeySlot] { envelope.slots }

  /// Adds tokens that are not there already.
  ///
  /// - Parameters:
  ///   - tokens: the tokens.
  ///   - time: now.
  ///   - randomness: for their ids.
  ///   - replacing: whether they may take the place of other tokens of their labels.
  /// - Returns: what was done with each, in their order.
  /// - Throws: ``VaultError/labelTaken(_:)`` when a token of the same label has another secret or makes
  ///   other codes; ``VaultError/damaged(_:)``; ``VaultError/tooLarge(limit:)``. Nothing is added then.
  public mutating func add(
    _ tokens: [Token],
    at time: UnixTime,
    randomness: any Randomness,
    replacing: Bool = false
  ) throws(VaultError) -> [Addition] {
    var addition = TokenAddition(
      try placedRecords(near: tokens.map(\.label)),
      count: payload.tokens.count
    )
    for token in tokens {
      try addition.add(token, at: time, randomness: randomness, replacing: replacing)
    }
    if addition.isAnything {
      payload = try payload.storing(addition.changes, appending: addition.additions)
      isChanged = true
    }
    return addition.outcomes
  }

  /// Adds a token, unless it is there already.
  ///
  /// - Parameters:
  ///   - token: the token.
  ///   - time: now.
  ///   - randomness: for its id.
  ///   - replacing: whether it may take the place of another token of its label.
  /// - Returns: what was done.
  /// - Throws: as for several tokens.
  public mutating func add(
    _ token: Token,
    at time: UnixTime,
    randomness: any Randomness,
    replacing: Bool = false
  ) throws(VaultError) -> Addition {
    try add([token], at: time, randomness: randomness, replacing: replacing)[0]
  }

  /// Adds the tokens that can be added, so that one in the way keeps no other out.
  ///
  /// - Parameters:
  ///   - tokens: the tokens.
  ///   - time: now.
  ///   - randomness: for their ids.
  ///   - replacing: whether they may take the place of other tokens of their labels.
  ///   - isTrial: whether to find out only, and change nothing.
  /// - Returns: what was done with each, in their order, or ``VaultError/labelTaken(_:)``.
  /// - Throws: ``VaultError/damaged(_:)``; ``VaultError/tooLarge(limit:)``. Nothing is added then.
  public mutating func addEach(
    _ tokens: [Token],
    at time: UnixTime,
    randomness: any Randomness,
    replacing: Bool = false,
    isTrial: Bool = false
  ) throws(VaultError) -> [Result<Addition, VaultError>] {
    var addition = TokenAddition(try placedRecords(), count: payload.tokens.count)
    var results: [Result<Addition, VaultError>] = []
    for token in tokens {
      do throws(VaultError) {
        try addition.add(token, at: time, randomness: randomness, replacing: replacing)
        results.append(.success(addition.outcomes[addition.outcomes.count - 1]))
      } catch .labelTaken(let label) {
        results.append(.failure(.labelTaken(label)))
      }
    }
    if addition.isAnything && !isTrial {
      payload = try payload.storing(addition.changes, appending: addition.additions)
      isChanged = true
    }
    return results
  }

  /// Puts another token in the place of one.
  ///
  /// - Parameters:
  ///   - id: which token.
  ///   - token: what it is to be.
  ///   - time: now.
  /// - Throws: ``VaultError/noToken(_:)``, ``VaultError/labelTaken(_:)``, ``VaultError/damaged(_:)``,
  ///   ``VaultError/tooLarge(limit:)``.
  public mutating func update(
    _ id: TokenID,
    to token: Token,
    at time: UnixTime
  ) throws(VaultError) {
    let (index, old) = try record(id)
    // What changes nothing makes no generation, which would push out one that holds more.
    if old.token.isSame(as: token) { return }
    if old.token.label != token.label, try firstRecord(labelled: token.label) != nil {
      throw .labelTaken(token.label)
    }
    try store(TokenRecord(id: id, created: old.created, modified: time, token: token), at: index)
  }

  /// Removes a token, and remembers that.
  ///
  /// - Parameters:
  ///   - id: which token.
  ///   - time: now.
  /// - Throws: ``VaultError/noToken(_:)``, ``VaultError/damaged(_:)``,
  ///   ``VaultError/tooLarge(limit:)``.
  public mutating func remove(_ id: TokenID, at time: UnixTime) throws(VaultError) {
    let (index, _) = try record(id)
    payload = try payload.removing(index, id: id, at: time)
    isChanged = true
  }

  /// Takes the present value of a token's counter and moves it on.
  ///
  /// The vault has to be stored before a code of that value is shown.
  ///
  /// - Parameter id: which token.
  /// - Returns: the value, which no other call gives again.
  /// - Throws: ``VaultError/noToken(_:)``, ``VaultError/noCounter``, ``VaultError/counterSpent``,
  ///   ``VaultError/damaged(_:)``, ``VaultError/tooLarge(limit:)``.
  public mutating func advance(_ id: TokenID) throws(VaultError) -> UInt64 {
    let (index, old) = try record(id)
    guard case .hotp(let algorithm, let digits, let counter) = old.token.generator else {
      throw .noCounter
    }
    guard !counter.isSpent else { throw .counterSpent }
    var token = old.token
    token.generator = .hotp(algorithm: algorithm, digits: digits, counter: counter.advanced())
    try store(
      TokenRecord(id: id, created: old.created, modified: old.modified, token: token),
      at: index
    )
    return counter.value
  }

  private mutating func store(_ record: TokenRecord, at index: Int) throws(VaultError) {
    payload = try payload.storing([index: record], appending: [])
    isChanged = true
  }
}
