// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// What becomes of tokens that are added together: gathered first, so that one new payload has all.
struct TokenAddition {
  /// The tokens that take another's place, by that place.
  private(set) var changes: [Int: TokenRecord] = [:]
  /// The tokens that are new, in their order.
  private(set) var additions: [TokenRecord] = []
  /// What was done with each, in their order.
  private(set) var outcomes: [Vault.Addition] = []

  private var places: [Label: (place: Int, record: TokenRecord)]
  private let storedCount: Int

  /// Begins with what is in the vault.
  ///
  /// - Parameters:
  ///   - stored: the tokens in the vault, and their places.
  ///   - count: how many places are taken.
  init(_ stored: [(place: Int, record: TokenRecord)], count: Int) {
    // Two programs can have put one label in twice; the first one counts.
    places = Dictionary(
      stored.map { ($0.record.token.label, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    storedCount = count
  }

  /// Whether there is anything to store.
  var isAnything: Bool { !changes.isEmpty || !additions.isEmpty }

  /// Finds out what becomes of a token.
  mutating func add(
    _ token: Token,
    at time: UnixTime,
    randomness: any Randomness,
    replacing: Bool
  ) throws(VaultError) {
    guard let (place, old) = places[token.label] else {
      let record = TokenRecord(
        id: TokenID(from: randomness),
        created: time,
        modified: time,
        token: token
      )
      places[token.label] = (storedCount + additions.count, record)
      additions.append(record)
      outcomes.append(.added(record.id))
      return
    }
    var token = token
    if token.secret.matches(old.token.secret) { token.generator.keepAhead(of: old.token.generator) }
    let movesAhead = replacing && token.generator != old.token.generator
    if old.token.isTwin(of: token), !movesAhead { return outcomes.append(.unchanged(old.id)) }
    guard replacing else { throw .labelTaken(old.token.label) }
    // The user's own marks and words are about the account, and outlive its secret.
    if token.tags.isEmpty { token.tags = old.token.tags }
    if token.note.isEmpty { token.note = old.token.note }
    let record = TokenRecord(id: old.id, created: old.created, modified: time, token: token)
    places[token.label] = (place, record)
    if place < storedCount {
      changes[place] = record
    } else {
      additions[place - storedCount] = record
    }
    outcomes.append(.replaced(old.id))
  }
}

extension Generator {
  /// Never lets a counter of the same secret fall back: its codes have been shown.
  fileprivate mutating func keepAhead(of old: Generator) {
    guard case .hotp(let algorithm, let digits, let counter) = self, let before = old.counter,
      counter.value < before.value || counter.value == before.value && before.isSpent
    else { return }
    self = .hotp(algorithm: algorithm, digits: digits, counter: before)
  }
}

extension Token {
  /// Tells whether two tokens are alike in everything, to the byte.
  func isSame(as other: Token) -> Bool {
    label.issuer.utf8.elementsEqual(other.label.issuer.utf8)
      && label.account.utf8.elementsEqual(other.label.account.utf8)
      && generator == other.generator && tags == other.tags && note == other.note
      && secret.matches(other.secret)
  }

  /// Tells whether two tokens of one label are the same one; where a counter stands is no matter.
  fileprivate func isTwin(of other: Token) -> Bool {
    let isSameKind =
      switch (generator, other.generator) {
      case (.hotp(let algorithm, let digits, _), .hotp(let others, let otherDigits, _)):
        algorithm == others && digits == otherDigits
      default: generator == other.generator
      }
    return isSameKind && secret.matches(other.secret)
  }
}
