// SPDX-License-Identifier: MIT
import OTPCore
import Secrets
import TestKit
import Testing
import Vault

/// What other versions and other programs write.
@Suite struct PayloadTests {
  private static let randomness = SystemRandomness()
  private static let tombstone = Wire.field(
    2,
    Wire.field(1, [UInt8](repeating: 9, count: 16)) + Wire.field(2, 77) + Wire.unknown
  )
  private static let newer = Wire.field(1, Wire.token(2, Wire.field(7, 42) + Wire.unknown))

  private static func payload() throws -> [UInt8] {
    Wire.field(1, Wire.token(1, Wire.unknown)) + newer + tombstone + Wire.unknown
  }

  /// How often a part is in a whole.
  private static func count(_ part: [UInt8], in whole: [UInt8]) -> Int {
    guard whole.count >= part.count else { return 0 }
    return (0...(whole.count - part.count)).count { whole[$0...].starts(with: part) }
  }

  @Test(arguments: ["add", "update", "replace", "remove", "advance", "passphrase"])
  func keepsWhatItDoesNotKnow(change: String) throws {
    var forged = try ForgedVault(payload: Self.payload())
    if change == "advance" {
      let counter = Wire.field(7, 2) + Wire.field(11, 4)
      forged.padded = ForgedVault.padded(try Self.payload() + Wire.field(1, Wire.token(3, counter)))
    }
    var vault = try forged.opened()
    let record = try vault.records()[0]
    switch change {
    case "add":
      _ = try vault.add(
        Samples.token("new"),
        at: Samples.time,
        randomness: Self.randomness
      )
    case "update":
      var token = record.token
      token.note = "changed"
      try vault.update(record.id, to: token, at: Samples.time)
    case "replace":
      let outcome = try vault.add(
        Samples.token(secret: [1]),
        at: Samples.time,
        randomness: Self.randomness,
        replacing: true
      )
      #expect(outcome == .replaced(record.id))
    case "remove": try vault.remove(record.id, at: Samples.time)
    case "advance": #expect(try vault.advance(vault.records()[1].id) == 4)
    default:
      let passphrase = Samples.passphrase
      try vault.replaceSlot(
        vault.slots[0].id,
        withPassphrase: passphrase.span,
        cost: Samples.cheap(),
        at: Samples.time,
        randomness: Self.randomness
      )
    }
    let payload = try ForgedVault.payload(of: vault)
    // The payload's own, the newer token's, the tombstone's, and the known token's while it is there.
    #expect(Self.count(Wire.unknown, in: payload) == (change == "remove" ? 3 : 4))
    #expect(Self.count(Self.newer, in: payload) == 1)
    #expect(Self.count(Self.tombstone, in: payload) == 1)
  }

  @Test func keepsAPayloadThatNothingChangesByteForByte() throws {
    let payload = try Self.payload()
    #expect(try ForgedVault.payload(of: ForgedVault(payload: payload).opened()) == payload)
  }

  /// Each is a token of a later version, which may have wider bounds.
  @Test(arguments: [
    ("another type", Wire.field(7, 9)), ("no type", Wire.field(7, 0)),
    ("another algorithm", Wire.field(8, 9)), ("eleven digits", Wire.field(9, 11)),
    ("no digits", Wire.field(9, 0)), ("digits without end", Wire.field(9, .max)),
    ("no period", Wire.field(10, 0)), ("a period without end", Wire.field(10, .max)),
    ("no secret", Wire.field(6, "")), ("a short id", Wire.field(1, "short")),
    ("a long secret", Wire.field(6, [UInt8](repeating: 1, count: 1025))),
    ("an issuer that is no text", Wire.field(4, [0xFF])),
    ("a tag that is no text", Wire.field(13, [0xC3])),
    ("a note that is no text", Wire.field(14, [0xED, 0xA0, 0x80])),
    ("a text for a number", Wire.field(9, "6")), ("a number for a text", Wire.field(5, 1)),
    ("a number for an id", Wire.field(1, 1)),
  ])
  func keepsATokenBeyondItAndUsesTheOthers(what: String, extra: [UInt8]) throws {
    let odd = Wire.field(1, Wire.token(1, account: "odd", extra))
    let plain = Wire.field(1, Wire.token(2, account: "plain"))
    var vault = try ForgedVault(payload: odd + plain).opened()
    #expect(try vault.records().map(\.token.label.account) == ["plain"])
    #expect(try vault.records(matching: TokenQuery("plain")).count == 1)
    #expect(try vault.findings() == [Finding(place: 0, cause: .unsupported)])
    _ = try vault.add(Samples.token("new"), at: Samples.time, randomness: Self.randomness)
    #expect(try ForgedVault.payload(of: vault).starts(with: odd + plain))
  }

  @Test func saysThatAMatchIsBeyondIt() throws {
    let odd = Wire.field(1, Wire.token(1, account: "odd", Wire.field(7, 9)))
    var vault = try ForgedVault(payload: odd).opened()
    #expect(throws: VaultError.unsupportedToken) { try vault.records(matching: TokenQuery("odd")) }
    let id = try #require(TokenID(bytes: [UInt8](repeating: 1, count: 16)))
    #expect(throws: VaultError.unsupportedToken) { try vault.remove(id, at: Samples.time) }
    #expect(throws: VaultError.unsupportedToken) { try vault.advance(id) }
  }

  @Test func findsTheUsableOfTwoMatches() throws {
    let odd = Wire.field(1, Wire.token(1, Wire.field(7, 9)))
    let vault = try ForgedVault(payload: odd + Wire.field(1, Wire.token(2))).opened()
    #expect(try vault.records(matching: TokenQuery("ana")).map(\.id.bytes[0]) == [2])
  }

  @Test func tellsIdsAndLabelsThatComeTwice() throws {
    let twice = Wire.field(1, Wire.token(1)) + Wire.field(1, Wire.token(1))
    let vault = try ForgedVault(payload: twice).opened()
    let record = try vault.records()[0]
    let findings = [
      Finding(place: 1, cause: .repeatedID(record.id)),
      Finding(place: 1, cause: .repeatedLabel(record.token.label)),
    ]
    #expect(try vault.findings() == findings)
  }

  @Test func takesTheLastOfARepeatedField() throws {
    let token = Wire.token(1, Wire.field(5, "bob") + Wire.field(9, 8))
    let vault = try ForgedVault(payload: Wire.field(1, token)).opened()
    let record = try vault.records(matching: TokenQuery("bob"))[0]
    #expect(record.token.label.account == "bob" && record.token.generator.codeLength == 8)
  }

  @Test(arguments: [
    ("no mark", [UInt8](repeating: 0, count: 1024)), ("nothing", []),
    ("a mark that is another byte", [1]),
    ("a field cut short", ForgedVault.padded([0x0A, 5, 1])),
    ("a group", ForgedVault.padded([0x0B, 0x0C])),
    ("a number for a token", ForgedVault.padded(Wire.field(1, 7))),
  ])
  func tellsAPayloadThatIsNone(what: String, padded: [UInt8]) throws {
    var forged = try ForgedVault()
    forged.padded = padded
    #expect(throws: VaultError.damaged(.payload)) { try forged.opened() }
  }

  @Test func tellsATokenThatIsNoMessage() throws {
    let vault = try ForgedVault(payload: Wire.field(1, [0x0A, 0x7F])).opened()
    #expect(throws: VaultError.damaged(.payload)) { try vault.records() }
    #expect(throws: VaultError.damaged(.payload)) { try vault.records(matching: TokenQuery("a")) }
    #expect(throws: VaultError.damaged(.payload)) { try vault.findings() }
  }

  /// Whatever the payload is: no trap, one kind of error, and nothing lost by adding to it.
  @Test(arguments: 0..<300)
  func holdsAgainstDamagedPayloads(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let damaged = generator.mutated(try Self.payload())
    let forged = try ForgedVault(payload: damaged)
    do {
      var vault = try forged.opened()
      let before = try vault.records().count
      _ = try vault.records(matching: TokenQuery("a"))
      _ = try vault.add(
        Samples.token("new \(seed)", issuer: ""),
        at: Samples.time,
        randomness: Self.randomness
      )
      #expect(try Samples.reopened(vault).records().count == before + 1)
    } catch {
      #expect([.damaged(.payload), .unsupportedToken].contains(error as? VaultError))
    }
  }
}
