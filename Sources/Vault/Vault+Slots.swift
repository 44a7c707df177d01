// SPDX-License-Identifier: MIT
public import OTPCore
public import Secrets

/// The vault key stays whatever becomes of its slots: whoever opened an earlier generation with a slot
/// that is gone can open this one too.
extension Vault {
  /// The longest name of a key slot in bytes of UTF-8.
  public static let longestSlotName = 100

  /// Adds a way to open the vault.
  ///
  /// - Parameters:
  ///   - opener: what opens it.
  ///   - secret: the passphrase, the key file's bytes or the recovery code's.
  ///   - name: what its owner calls it, or `nil` for a usual name that is not taken.
  ///   - time: now.
  ///   - randomness: for id, salt and nonce.
  /// - Returns: the slot.
  /// - Throws: ``VaultError/slotNameTaken(_:)``, ``VaultError/unusableSlotName(limit:)``,
  ///   ``VaultError/slotsFull(limit:)``, ``VaultError/slotsTooCostly``,
  ///   ``VaultError/outOfMemory(memoryByteCount:)``.
  @discardableResult
  public mutating func addSlot(
    _ opener: KeySlot.Opener,
    secret: Span<UInt8>,
    name: String? = nil,
    at time: UnixTime,
    randomness: any Randomness
  ) throws(VaultError) -> KeySlot {
    guard slots.count < Envelope.mostSlots else { throw .slotsFull(limit: Envelope.mostSlots) }
    if let name { try checkSlotName(name) }
    let slot = try KeySlot(
      opener,
      secret: secret,
      name: name ?? freeSlotName(opener.usualName),
      wrapping: key,
      of: envelope.vaultID,
      at: time,
      randomness: randomness
    )
    try setSlots(slots + [slot])
    return slot
  }

  /// Has another passphrase open a key slot, which keeps its name and place and gets a new id.
  ///
  /// - Parameters:
  ///   - id: which slot.
  ///   - passphrase: any bytes.
  ///   - cost: how much work a try is to be.
  ///   - time: now.
  ///   - randomness: for id, salt and nonce.
  /// - Returns: the new slot.
  /// - Throws: ``VaultError/noSlot``, ``VaultError/slotsTooCostly``,
  ///   ``VaultError/outOfMemory(memoryByteCount:)``, ``VaultError/tooLarge(limit:)``.
  @discardableResult
  public mutating func replaceSlot(
    _ id: [UInt8],
    withPassphrase passphrase: Span<UInt8>,
    cost: PassphraseCost,
    at time: UnixTime,
    randomness: any Randomness
  ) throws(VaultError) -> KeySlot {
    let place = try slotPlace(id)
    var slots = slots
    let slot = try KeySlot(
      .passphrase(cost),
      secret: passphrase,
      name: slots[place].name,
      wrapping: key,
      of: envelope.vaultID,
      at: time,
      randomness: randomness
    )
    slots[place] = slot
    let payload = try payload.rememberingRemovedSlot(id)
    try setSlots(slots)
    self.payload = payload
    return slot
  }

  /// Removes a key slot, and remembers that.
  ///
  /// - Parameter id: which slot; one of a newer version's kind too.
  /// - Throws: ``VaultError/noSlot``, ``VaultError/lastSlot``, ``VaultError/tooLarge(limit:)``.
  public mutating func removeSlot(_ id: [UInt8]) throws(VaultError) {
    var slots = slots
    slots.remove(at: try slotPlace(id))
    guard slots.contains(where: \.isKnown) else { throw .lastSlot }
    let payload = try payload.rememberingRemovedSlot(id)
    try setSlots(slots)
    self.payload = payload
  }

  /// Gives a key slot another name.
  ///
  /// - Parameters:
  ///   - id: which slot.
  ///   - name: what its owner calls it.
  /// - Throws: ``VaultError/noSlot``, ``VaultError/slotNameTaken(_:)``,
  ///   ``VaultError/unusableSlotName(limit:)``.
  public mutating func renameSlot(_ id: [UInt8], to name: String) throws(VaultError) {
    let place = try slotPlace(id)
    var slots = slots
    // What changes nothing makes no generation.
    if slots[place].name == name { return }
    try checkSlotName(name)
    slots[place] = try slots[place].renamed(to: name)
    try setSlots(slots)
  }

  private borrowing func slotPlace(_ id: [UInt8]) throws(VaultError) -> Int {
    guard let place = slots.firstIndex(where: { $0.id == id }) else { throw .noSlot }
    return place
  }

  /// A program that reads the file refuses what costs too much, so that it is not written either.
  private mutating func setSlots(_ slots: [KeySlot]) throws(VaultError) {
    guard Envelope.excessiveCost(of: slots) == nil else { throw .slotsTooCostly }
    envelope = envelope.replacingSlots(slots)
    isChanged = true
  }

  /// Checks the name of a new key slot, before anything is done for it.
  ///
  /// - Parameter name: what its owner calls it.
  /// - Throws: ``VaultError/slotNameTaken(_:)``, ``VaultError/unusableSlotName(limit:)``.
  public borrowing func checkSlotName(_ name: String) throws(VaultError) {
    var isVisible = false
    for scalar in name.unicodeScalars {
      let category = scalar.properties.generalCategory
      guard category != .control, category != .lineSeparator, category != .paragraphSeparator else {
        throw .unusableSlotName(limit: Self.longestSlotName)
      }
      if !scalar.properties.isWhitespace { isVisible = true }
    }
    guard isVisible, name.utf8.count <= Self.longestSlotName else {
      throw .unusableSlotName(limit: Self.longestSlotName)
    }
    guard !slots.contains(where: { $0.name == name }) else { throw .slotNameTaken(name) }
  }

  private borrowing func freeSlotName(_ name: String) -> String {
    var free = name
    var number = 1
    while slots.contains(where: { $0.name == free }) {
      number += 1
      free = "\(name) \(number)"
    }
    return free
  }
}
