// SPDX-License-Identifier: MIT
import OTPCore
import Secrets
import TestKit
import Testing
import Vault

/// The ways to open a vault.
@Suite struct SlotTests {
  private static let randomness = SystemRandomness()
  private static let file = Array("sixteen bytes or more\n".utf8)

  private static func add(
    _ opener: KeySlot.Opener,
    _ secret: [UInt8],
    name: String? = nil,
    to vault: inout Vault
  ) throws -> KeySlot {
    try vault.addSlot(
      opener,
      secret: secret.span,
      name: name,
      at: Samples.time,
      randomness: randomness
    )
  }

  private static func envelope(of vault: borrowing Vault) throws -> Envelope {
    try Envelope(parsing: vault.sealed(randomness: randomness))
  }

  private static func open(_ envelope: Envelope, passphrase: [UInt8]) throws -> OpenedSlot {
    try envelope.open(passphrase: passphrase.span)
  }

  private static func open(_ envelope: Envelope, keyFile: [UInt8]) throws -> OpenedSlot {
    try envelope.open(keyFile: keyFile.span)
  }

  private static func codeText(_ code: RecoveryCode) -> [UInt8] {
    code.text.withBytes { text in text.indices.map { text[$0] } }
  }

  @Test func `each kind opens the vault alone, and tells which slot it was`() throws {
    var vault = try Samples.vault()
    let code = RecoveryCode(from: Self.randomness)
    let codeBytes = code.bytes.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    let slots = [
      vault.slots[0], try Self.add(.passphrase(Samples.cheap()), [1, 2], to: &vault),
      try Self.add(.keyFile, Self.file, to: &vault),
      try Self.add(.recoveryCode, codeBytes, to: &vault),
    ]
    let envelope = try Self.envelope(of: vault)
    #expect(
      envelope.slots.map(\.name) == ["passphrase", "passphrase 2", "key file", "recovery code"]
    )
    #expect(envelope.slots.map(\.kind) == slots.map(\.kind))
    let (other, text) = ([1, 2] as [UInt8], Self.codeText(code))
    let opened = [
      try Self.open(envelope, passphrase: Samples.passphrase),
      try Self.open(envelope, passphrase: other), try Self.open(envelope, keyFile: Self.file),
      try Self.open(envelope, passphrase: text),
    ]
    #expect(opened.map(\.slotID) == slots.map(\.id))
    for slot in opened { #expect(envelope.isOpened(by: slot.key)) }
  }

  @Test func `tells a wrong key file from none`() throws {
    var vault = try Samples.vault()
    let envelope = try Self.envelope(of: vault)
    #expect(throws: VaultError.noKeyFileSlot) { try Self.open(envelope, keyFile: Self.file) }
    _ = try Self.add(.keyFile, Self.file, to: &vault)
    let again = try Self.envelope(of: vault)
    let shorter = Array(Self.file.dropLast())
    #expect(throws: VaultError.wrongKeyFile) { try Self.open(again, keyFile: shorter) }
    #expect(throws: VaultError.wrongPassphrase) { try Self.open(again, passphrase: Self.file) }
  }

  @Test func `says which group of a recovery code is wrong, where there is a code to give`() throws
  {
    var vault = try Samples.vault()
    let code = RecoveryCode(from: Self.randomness)
    var text = Self.codeText(code)
    text[7] = text[7] == UInt8(ascii: "2") ? UInt8(ascii: "3") : UInt8(ascii: "2")
    let before = try Self.envelope(of: vault)
    #expect(throws: VaultError.wrongPassphrase) { try Self.open(before, passphrase: text) }
    let bytes = code.bytes.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    _ = try Self.add(.recoveryCode, bytes, to: &vault)
    let after = try Self.envelope(of: vault)
    #expect(throws: VaultError.mistypedRecoveryCode(groups: [2])) {
      try Self.open(after, passphrase: text)
    }
    let another = Self.codeText(RecoveryCode(from: Self.randomness))
    #expect(throws: VaultError.wrongPassphrase) { try Self.open(after, passphrase: another) }
  }

  @Test(arguments: [
    ("caf\u{E9}", "cafe\u{301}"), ("\u{C5}ngstr\u{F6}m", "A\u{30A}ngstro\u{308}m"),
    ("\u{AC01}", "\u{1100}\u{1161}\u{11A8}"),
  ])
  func `opens with either form of a passphrase, whichever it was made with`(
    first: String,
    second: String
  ) throws {
    for (made, typed) in [(first, second), (second, first), (first, first), (second, second)] {
      var vault = try Samples.vault()
      let slot = try Self.add(.passphrase(Samples.cheap()), Array(made.utf8), to: &vault)
      let typed = Array(typed.utf8)
      #expect(try Self.open(Self.envelope(of: vault), passphrase: typed).slotID == slot.id)
    }
  }

  @Test func `opens with bytes that are no text`() throws {
    var vault = try Samples.vault()
    let bytes: [UInt8] = [0xFF, 0x65, 0xCC, 0x81, 0x01]
    let slot = try Self.add(.passphrase(Samples.cheap()), bytes, to: &vault)
    #expect(try Self.open(Self.envelope(of: vault), passphrase: bytes).slotID == slot.id)
  }

  @Test func `keeps the last slot that it can open, whatever else there is`() throws {
    var forged = try ForgedVault()
    forged.header += Wire.field(3, Wire.field(1, [7, 7]) + Wire.field(13, "to come"))
    var vault = try forged.opened()
    let (known, unknown) = (vault.slots[0].id, vault.slots[1].id)
    #expect(throws: VaultError.lastSlot) { try vault.removeSlot(known) }
    try vault.removeSlot(unknown)
    #expect(throws: VaultError.noSlot) { try vault.removeSlot(unknown) }
    _ = try Self.add(.keyFile, Self.file, to: &vault)
    try vault.removeSlot(known)
    let envelope = try Self.envelope(of: vault)
    #expect(throws: VaultError.noPassphraseSlot) {
      try Self.open(envelope, passphrase: Samples.passphrase)
    }
    _ = try Self.open(envelope, keyFile: Self.file)
  }

  @Test func `remembers the ids of slots that are gone, beside all else`() throws {
    var vault = try ForgedVault(payload: Wire.field(1, Wire.token(1)) + Wire.unknown).opened()
    let added = try Self.add(.keyFile, Self.file, to: &vault)
    try vault.removeSlot(added.id)
    let first = vault.slots[0].id
    let passphrase = Samples.passphrase
    try vault.replaceSlot(
      first,
      withPassphrase: passphrase.span,
      cost: Samples.cheap(),
      at: Samples.time,
      randomness: Self.randomness
    )
    #expect(
      try ForgedVault.payload(of: vault) == Wire.field(1, Wire.token(1)) + Wire.unknown
        + Wire.field(20, added.id) + Wire.field(20, first)
    )
  }

  @Test func `keeps name and place of a slot whose passphrase changes`() throws {
    var vault = try Samples.vault()
    let slot = try Self.add(.passphrase(Samples.cheap()), [1], name: "ana", to: &vault)
    _ = try Self.add(.keyFile, Self.file, to: &vault)
    let new: [UInt8] = [2]
    let replaced = try vault.replaceSlot(
      slot.id,
      withPassphrase: new.span,
      cost: PassphraseCost(operations: 2, memoryByteCount: 8192),
      at: Samples.time,
      randomness: Self.randomness
    )
    #expect(vault.slots.map(\.name) == ["passphrase", "ana", "key file"])
    #expect(vault.slots[1].id == replaced.id && replaced.id != slot.id)
    let envelope = try Self.envelope(of: vault)
    #expect(try Self.open(envelope, passphrase: new).slotID == replaced.id)
    _ = try Self.open(envelope, passphrase: Samples.passphrase)
  }

  @Test func `renames a slot and changes nothing else of it`() throws {
    let unknown = Wire.field(3, Wire.field(1, [7, 7]) + Wire.field(13, "to come") + Wire.unknown)
    var forged = try ForgedVault()
    forged.header += unknown
    var vault = try forged.opened()
    let (first, second) = (vault.slots[0].id, vault.slots[1].id)
    try vault.renameSlot(first, to: "é")
    try vault.renameSlot(second, to: "later")
    let file = vault.sealed(randomness: Self.randomness)
    let tail = Wire.field(
      3,
      Wire.field(1, [7, 7]) + Wire.field(13, "to come") + Wire.unknown + Wire.field(2, "later")
    )
    #expect(ForgedVault.header(of: file).suffix(tail.count) == tail[...])
    let envelope = try Envelope(parsing: file)
    #expect(envelope.slots.map(\.name) == ["é", "later"])
    _ = try Self.open(envelope, passphrase: Samples.passphrase)
  }

  @Test func `refuses names that are taken or can't be told`() throws {
    var vault = try Samples.vault()
    let id = vault.slots[0].id
    _ = try Self.add(.keyFile, Self.file, to: &vault)
    #expect(throws: VaultError.slotNameTaken("key file")) {
      try vault.renameSlot(id, to: "key file")
    }
    for name in ["", " ", "a\nb", "\u{1B}[2J", String(repeating: "x", count: 101), "\u{2028}"] {
      #expect(throws: VaultError.unusableSlotName(limit: 100)) {
        try vault.renameSlot(id, to: name)
      }
    }
    try vault.renameSlot(id, to: String(repeating: "x", count: 100))
  }

  @Test func `writes no vault that it would not read`() throws {
    var vault = try Samples.vault()
    for _ in 1..<32 { _ = try Self.add(.keyFile, Self.file, to: &vault) }
    #expect(throws: VaultError.slotsFull(limit: 32)) {
      _ = try Self.add(.keyFile, Self.file, to: &vault)
    }
    #expect(try Self.envelope(of: vault).slots.count == 32)
    var forged = try ForgedVault()
    let cost = PassphraseCost.sensitive
    let costly = Wire.field(
      3,
      Wire.field(1, Self.file.prefix(16) + []) + Wire.field(4, [UInt8](repeating: 0, count: 24))
        + Wire.field(5, [UInt8](repeating: 0, count: 48))
        + Wire.field(
          10,
          Wire.field(1, Self.file.prefix(16) + []) + Wire.field(2, 31)
            + Wire.field(3, cost.memoryByteCount) + Wire.field(4, 1)
        )
    )
    forged.header += costly
    var near = try forged.opened()
    #expect(throws: VaultError.slotsTooCostly) {
      _ = try Self.add(
        .passphrase(PassphraseCost(operations: 1000, memoryByteCount: 4 << 20)),
        [1],
        to: &near
      )
    }
  }

  @Test func `reads no file with too many slots`() throws {
    var forged = try ForgedVault()
    let slot = Wire.field(3, Wire.field(13, "to come"))
    for _ in 1..<32 { forged.header += slot }
    #expect(try Envelope(parsing: forged.file).slots.count == 32)
    forged.header += slot
    #expect(throws: VaultError.tooManySlots(limit: 32)) { try Envelope(parsing: forged.file) }
  }

  /// A newer version may hash in another way.
  @Test(arguments: [11, 12] as [UInt64])
  func `keeps and skips a hash that it does not know, and refuses a slot that is none`(
    kind: UInt64
  ) throws {
    func slot(_ opener: [UInt8]) -> [UInt8] {
      Wire.field(
        3,
        Wire.field(1, [UInt8](repeating: 7, count: 16))
          + Wire.field(4, [UInt8](repeating: 0, count: 24))
          + Wire.field(5, [UInt8](repeating: 0, count: 48)) + Wire.field(kind, opener)
      )
    }
    let salt = Wire.field(1, [UInt8](repeating: 3, count: 16))
    var forged = try ForgedVault()
    let header = forged.header
    forged.header = header + slot(salt + Wire.field(2, 2))
    #expect(try Envelope(parsing: forged.file).slots[1].kind == .unknown)
    forged.header = header + slot(salt + Wire.field(2, 1) + Wire.field(4, "new"))
    #expect(try Envelope(parsing: forged.file).slots[1].isKnown)
    for opener in [
      Wire.field(1, [3]) + Wire.field(2, 1), Wire.field(2, 1), Wire.field(2, "x"), [0x0A],
    ] {
      forged.header = header + slot(opener)
      #expect(throws: VaultError.damaged(.header)) { try Envelope(parsing: forged.file) }
    }
  }
}
