// SPDX-License-Identifier: MIT
import OTPCore
import Secrets
import Testing
import Vault

@Suite struct VaultTests {
  @Test func opensWithWhatItWasSealedWith() throws {
    var vault = try Samples.vault()
    let addition = try vault.add(
      Samples.token(),
      at: Samples.time,
      randomness: SystemRandomness()
    )
    let records = try Samples.reopened(vault).records()
    #expect(records.count == 1)
    #expect(addition == .added(records[0].id))
    #expect(records[0].token.label == Label(issuer: "GitHub", account: "ana"))
    #expect(records[0].created == Samples.time)
    #expect(records[0].token.generator == .standard)
    #expect(try records[0].token.secret.matches(Samples.token().secret))
  }

  @Test func keepsEveryKindOfToken() throws {
    let generators: [Generator] = [
      .totp(algorithm: .sha512, digits: try Digits(10), period: try Period(seconds: 86_400)),
      .hotp(algorithm: .sha256, digits: try Digits(1), counter: Counter(.max)),
      .hotp(algorithm: .sha1, digits: .six, counter: Counter(7, isSpent: true)),
      .steam(period: .thirtySeconds),
    ]
    var vault = try Samples.vault()
    for (index, generator) in generators.enumerated() {
      var token = try Samples.token("\(index)", issuer: "", generator: generator)
      token.tags = ["work", ""]
      token.note = "é"
      _ = try vault.add(token, at: Samples.time, randomness: SystemRandomness())
    }
    let tokens = try Samples.reopened(vault).records().map(\.token)
    #expect(tokens.map(\.generator) == generators)
    #expect(tokens.allSatisfy { $0.tags == ["work", ""] && $0.note == "é" })
  }

  @Test func takesTheSameTokenOnce() throws {
    var vault = try Samples.vault()
    let randomness = SystemRandomness()
    let first = try vault.add(Samples.token(), at: Samples.time, randomness: randomness)
    let again = try vault.add(Samples.token(), at: Samples.time, randomness: randomness)
    guard case .added(let id) = first else {
      Issue.record("the first one is new")
      return
    }
    #expect(again == .unchanged(id))
    #expect(vault.count == 1)
  }

  /// Labels are text: the same letters in other bytes are the same label.
  @Test(arguments: [
    ("Kelvin", "\u{212A}elvin"), ("\u{212A}elvin", "Kelvin"), ("caf\u{E9}", "cafe\u{301}"),
    ("cafe\u{301}", "caf\u{E9}"), ("plain", "plain"),
  ])
  func knowsALabelInOtherBytes(stored: String, added: String) throws {
    var vault = try Samples.vault()
    for name in ["before", stored, "after"] {
      let token = try Samples.token(issuer: name)
      _ = try vault.add(token, at: Samples.time, randomness: SystemRandomness())
    }
    let token = try Samples.token(issuer: added)
    let addition = try vault.add(token, at: Samples.time, randomness: SystemRandomness())
    guard case .unchanged = addition else {
      Issue.record("\(addition)")
      return
    }
    #expect(vault.count == 3)
  }

  @Test func takesACounterThatMovedOnForTheSameToken() throws {
    var vault = try Samples.vault()
    let randomness = SystemRandomness()
    _ = try vault.add(
      Samples.token(generator: Samples.counter(at: 9)),
      at: Samples.time,
      randomness: randomness
    )
    let again = try vault.add(
      Samples.token(generator: Samples.counter(at: 0)),
      at: Samples.time,
      randomness: randomness
    )
    #expect(again == .unchanged(try vault.records()[0].id))
    #expect(try vault.records()[0].token.generator.counter == Counter(9))
  }

  @Test func refusesAnotherSecretUnderTheSameLabelUnlessToldTo() throws {
    var vault = try Samples.vault()
    let randomness = SystemRandomness()
    _ = try vault.add(Samples.token(), at: Samples.time, randomness: randomness)
    let other = try Samples.token(secret: [1, 2, 3])
    let id = try vault.records()[0].id
    #expect(throws: VaultError.labelTaken(other.label)) {
      try vault.add(other, at: Samples.time, randomness: randomness)
    }
    let replaced = try vault.add(
      other,
      at: Samples.time,
      randomness: randomness,
      replacing: true
    )
    #expect(replaced == .replaced(id))
    #expect(try vault.records()[0].token.secret.matches(other.secret))
    #expect(vault.count == 1)
  }

  @Test func changesOneTokenAndNoOther() throws {
    var vault = try Samples.vault()
    for account in ["a", "b", "c"] {
      _ = try vault.add(
        Samples.token(account),
        at: Samples.time,
        randomness: SystemRandomness()
      )
    }
    let record = try vault.records()[1]
    var token = record.token
    token.label.account = "renamed"
    let later = UnixTime(clamping: Samples.time.seconds + 5)
    try vault.update(record.id, to: token, at: later)
    let records = try Samples.reopened(vault).records()
    #expect(records.map(\.token.label.account) == ["a", "renamed", "c"])
    #expect(records[1].id == record.id)
    #expect(records.map(\.modified) == [Samples.time, later, Samples.time])
    token.label.account = "a"
    #expect(throws: VaultError.labelTaken(token.label)) {
      try vault.update(record.id, to: token, at: later)
    }
  }

  @Test func remembersWhatWasRemoved() throws {
    var vault = try Samples.vault()
    _ = try vault.add(Samples.token(), at: Samples.time, randomness: SystemRandomness())
    let id = try vault.records()[0].id
    try vault.remove(id, at: Samples.time)
    let reopened = try Samples.reopened(vault)
    let (count, tombstones) = (reopened.count, reopened.tombstoneCount)
    #expect(count == 0 && tombstones == 1)
    #expect(throws: VaultError.noToken(id)) { try vault.remove(id, at: Samples.time) }
  }

  @Test func givesEachValueOfACounterOnce() throws {
    var vault = try Samples.vault()
    _ = try vault.add(
      Samples.token(generator: Samples.counter(at: 41)),
      at: Samples.time,
      randomness: SystemRandomness()
    )
    let id = try vault.records()[0].id
    #expect(try vault.advance(id) == 41)
    #expect(try vault.advance(id) == 42)
    #expect(try vault.records()[0].token.generator.counter == Counter(43))
  }

  @Test(arguments: [UInt64(Int64.max), UInt64.max])
  func endsACounterInsteadOfWrappingIt(last: UInt64) throws {
    var vault = try Samples.vault()
    _ = try vault.add(
      Samples.token(generator: Samples.counter(at: last)),
      at: Samples.time,
      randomness: SystemRandomness()
    )
    let id = try vault.records()[0].id
    #expect(try vault.advance(id) == last)
    var reopened = try Samples.reopened(vault)
    #expect(throws: VaultError.counterSpent) { try reopened.advance(id) }
  }

  @Test func advancesNothingButCounters() throws {
    var vault = try Samples.vault()
    _ = try vault.add(Samples.token(), at: Samples.time, randomness: SystemRandomness())
    let id = try vault.records()[0].id
    #expect(throws: VaultError.noCounter) { try vault.advance(id) }
  }

  @Test func opensWithTheNewPassphraseAlone() throws {
    var vault = try Samples.vault()
    let new = Array("another".utf8)
    try vault.replaceSlot(
      vault.slots[0].id,
      withPassphrase: new.span,
      cost: Samples.cheap(),
      at: Samples.time,
      randomness: SystemRandomness()
    )
    let envelope = try Envelope(parsing: vault.sealed(randomness: SystemRandomness()))
    _ = try Samples.unlock(envelope, new)
    #expect(throws: VaultError.wrongPassphrase) {
      try Samples.unlock(envelope, Samples.passphrase)
    }
  }

  @Test func findsTheBestMatchesOfAQuery() throws {
    var vault = try Samples.vault()
    for (issuer, account) in [("GitHub", "alice"), ("GitHub", "bob"), ("GitLab", "alice")] {
      _ = try vault.add(
        Samples.token(account, issuer: issuer),
        at: Samples.time,
        randomness: SystemRandomness()
      )
    }
    let records = try vault.records()
    #expect(try vault.records(matching: TokenQuery("github:bob")).map(\.id) == [records[1].id])
    #expect(try vault.records(matching: TokenQuery("git")).count == 3)
    #expect(
      try vault.records(matching: TokenQuery(records[2].id.text)).map(\.id) == [records[2].id]
    )
    #expect(try vault.records(matching: TokenQuery("nobody")).isEmpty)
  }

  @Test func findsOneAmongTwoHundred() throws {
    var vault = try Samples.vault()
    for number in 0..<200 {
      _ = try vault.add(
        Samples.token("account \(number)"),
        at: Samples.time,
        randomness: SystemRandomness()
      )
    }
    let byteCount = vault.sealed(randomness: SystemRandomness()).count
    #expect(byteCount < 200 * 120)
    #expect(try Samples.reopened(vault).records(matching: TokenQuery("account 199")).count == 1)
  }
}
