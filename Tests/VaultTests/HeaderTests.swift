// SPDX-License-Identifier: MIT
import OTPCore
import Secrets
import TestKit
import Testing
import Vault

/// Headers that other versions, other programs and other people write.
@Suite struct HeaderTests {
  private static let id = [UInt8](repeating: 7, count: 16)

  private static func passphraseSlot(
    salt: [UInt8] = id,
    operations: UInt64 = 1,
    memory: UInt64 = 8192,
    algorithm: UInt64 = 1,
    nonceByteCount: Int = 24,
    keyByteCount: Int = 48
  ) -> [UInt8] {
    let cost = Wire.field(2, operations) + Wire.field(3, memory) + Wire.field(4, algorithm)
    return Wire.field(
      3,
      Wire.field(1, id) + Wire.field(4, [UInt8](repeating: 0, count: nonceByteCount))
        + Wire.field(5, [UInt8](repeating: 0, count: keyByteCount))
        + Wire.field(10, Wire.field(1, salt) + cost)
    )
  }

  private static func slot(ofKind kind: UInt64) -> [UInt8] {
    Wire.field(3, Wire.field(1, id) + Wire.field(kind, "of a kind to come") + Wire.unknown)
  }

  private static func changed(
    _ vault: consuming Vault,
    to passphrase: [UInt8] = Samples.passphrase
  ) throws -> [UInt8] {
    let slots = vault.slots
    let slot = try #require(slots.first { $0.kind.isPassphrase })
    try vault.replaceSlot(
      slot.id,
      withPassphrase: passphrase.span,
      cost: Samples.cheap(),
      at: Samples.time,
      randomness: SystemRandomness()
    )
    return vault.sealed(randomness: SystemRandomness())
  }

  @Test func opensByTheOneSlotOfManyThatFits() throws {
    var forged = try ForgedVault(payload: Wire.field(1, Wire.token(1)))
    forged.header =
      Self.slot(ofKind: 13) + Self.passphraseSlot() + forged.header + Self.passphraseSlot()
    #expect(try forged.opened().count == 1)
  }

  @Test func keepsSlotsAndFieldsThatItDoesNotKnow() throws {
    var forged = try ForgedVault()
    forged.header += Self.slot(ofKind: 13) + Wire.unknown
    let file = try Self.changed(forged.opened())
    let header = ForgedVault.header(of: file)
    let tail = Self.slot(ofKind: 13) + Wire.unknown
    #expect(header.suffix(tail.count) == tail[...])
    #expect(try Envelope(parsing: file).slots.map(\.name) == ["passphrase", ""])
  }

  /// A new passphrase takes the place of one; what else opens the vault stays.
  @Test func changesOneSlotAlone() throws {
    var forged = try ForgedVault()
    forged.header += Self.passphraseSlot(algorithm: 2) + Self.passphraseSlot()
    let before = try Envelope(parsing: forged.file)
    let envelope = try Envelope(parsing: Self.changed(forged.opened(), to: [1]))
    #expect(envelope.slots.dropFirst().map(\.id) == before.slots.dropFirst().map(\.id))
    #expect(envelope.slots[0].id != before.slots[0].id)
    #expect(envelope.slots[0].name == before.slots[0].name)
    _ = try Samples.unlock(envelope, [1])
    #expect(throws: VaultError.wrongPassphrase) {
      try Samples.unlock(envelope, Samples.passphrase)
    }
  }

  @Test func saysThatNoPassphraseOpensIt() throws {
    let envelope = Wire.field(1, Self.id) + Wire.field(2, 1) + Self.slot(ofKind: 13)
    var forged = try ForgedVault()
    forged.header = envelope
    #expect(throws: VaultError.noPassphraseSlot) { try forged.opened() }
    forged.header = envelope + Self.passphraseSlot(algorithm: 2)
    #expect(throws: VaultError.noPassphraseSlot) { try forged.opened() }
  }

  @Test(arguments: [0, 2, .max] as [UInt64])
  func takesAnotherCipherForANewerVersion(suite: UInt64) throws {
    var forged = try ForgedVault()
    forged.header += Wire.field(2, suite)
    #expect(throws: VaultError.newerVersion) { try Envelope(parsing: forged.file) }
  }

  @Test(arguments: [
    ("a short vault id", Wire.field(1, "short")), ("a number for a slot", Wire.field(3, 1)),
    ("a short salt", passphraseSlot(salt: [1])),
    ("a short nonce", passphraseSlot(nonceByteCount: 23)),
    ("a long key", passphraseSlot(keyByteCount: 49)),
    ("a second checksum", Wire.field(15, id)), ("a slot cut short", Wire.field(3, [0x0A])),
    ("a group", [0x0B]), ("a tag of field 0", [0x02, 0x00]),
  ])
  func tellsAHeaderThatIsNone(what: String, extra: [UInt8]) throws {
    var forged = try ForgedVault()
    forged.header += extra
    #expect(throws: VaultError.damaged(.header)) { try Envelope(parsing: forged.file) }
  }

  @Test func tellsAHeaderWithoutAChecksum() throws {
    let file = try ForgedVault().file
    let header = ForgedVault.header(of: file)
    let bare = Array(file[..<13]) + [UInt8(header.count)] + header + file.suffix(2000)
    #expect(throws: VaultError.damaged(.header)) { try Envelope(parsing: bare) }
  }

  /// A wrong passphrase is tried on every slot, so that it is their sum that takes time.
  @Test func boundsTheWorkOfAllSlotsTogether() throws {
    let cost = PassphraseCost.sensitive
    let slot = Self.passphraseSlot(operations: cost.operations, memory: cost.memoryByteCount)
    var forged = try ForgedVault()
    forged.header = Wire.field(1, Self.id) + Wire.field(2, 1)
    for _ in 0..<8 { forged.header += slot }
    #expect(try Envelope(parsing: forged.file).slots.count == 8)
    forged.header += Self.passphraseSlot()
    #expect(throws: VaultError.costOutOfRange(memoryByteCount: 8192, operations: 1)) {
      try Envelope(parsing: forged.file)
    }
  }

  @Test func opensNoSlotInAnotherVault() throws {
    var forged = try ForgedVault()
    forged.header += Wire.field(1, Self.id)
    #expect(throws: VaultError.wrongPassphrase) { try forged.opened() }
  }

  /// The checksum stops accidents; whoever computes it anew is stopped by the payload's seal.
  @Test func tellsAHeaderThatWasChangedOnPurpose() throws {
    let genuine = try ForgedVault().file
    var forged = try ForgedVault()
    forged.header += Self.slot(ofKind: 13)
    let changed = forged.file
    let file =
      changed[..<ForgedVault.headerEnd(changed)] + genuine[ForgedVault.headerEnd(genuine)...]
    let envelope = try Envelope(parsing: Array(file))
    let key = try Samples.unlock(envelope, Samples.passphrase)
    #expect(throws: VaultError.damaged(.payload)) {
      _ = try Vault(opening: envelope, key: key)
    }
  }

  /// Whatever the header is: no trap, and an error that says what it is.
  @Test(arguments: 0..<500)
  func holdsAgainstDamagedHeaders(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var forged = try ForgedVault()
    forged.header = generator.mutated(forged.header + Self.slot(ofKind: 13))
    let error = Samples.error { _ = try forged.opened() }
    switch error {
    case nil, .damaged, .newerVersion, .costOutOfRange, .noPassphraseSlot, .wrongPassphrase,
      .mistypedRecoveryCode, .tooManySlots:
      break
    default: Issue.record("\(String(describing: error))")
    }
  }
}
