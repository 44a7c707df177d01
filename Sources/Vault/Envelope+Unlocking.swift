// SPDX-License-Identifier: MIT
import Secrets

/// A vault key, and the key slot that gave it.
public struct OpenedSlot: Sendable {
  /// The vault key.
  public let key: VaultKey
  /// The slot's id.
  public let slotID: [UInt8]
}

extension Envelope {
  /// Finds the vault key with a passphrase or a recovery code.
  ///
  /// - Parameter passphrase: any bytes.
  /// - Returns: the key.
  /// - Throws: as ``open(passphrase:)``.
  public func unlock(passphrase: Span<UInt8>) throws(VaultError) -> VaultKey {
    try open(passphrase: passphrase).key
  }

  /// Finds the key slot that a passphrase or a recovery code opens.
  ///
  /// A passphrase is tried in normalization form C and, where that is another one, as it is. Each try
  /// takes the slot's whole cost.
  ///
  /// - Parameter passphrase: any bytes; text that is a recovery code is tried as one first.
  /// - Returns: the key and the slot.
  /// - Throws: ``VaultError/noPassphraseSlot``, ``VaultError/wrongPassphrase``,
  ///   ``VaultError/mistypedRecoveryCode(groups:)``, ``VaultError/outOfMemory(memoryByteCount:)``.
  public func open(passphrase: Span<UInt8>) throws(VaultError) -> OpenedSlot {
    let reading = RecoveryCode.read(passphrase)
    let composed = PassphraseForm.composed(passphrase)
    var takesPassphrase = false
    var takesCode = false
    for slot in slots {
      guard case .recoveryCode = slot.kind else { continue }
      takesCode = true
      guard case .code(let code) = reading else { continue }
      let key = try code.bytes.withBytes { (code) throws(VaultError) in
        try slot.open(secret: code, vaultID: vaultID)
      }
      if let key { return OpenedSlot(key: key, slotID: slot.id) }
    }
    for slot in slots {
      guard case .passphrase = slot.kind else { continue }
      takesPassphrase = true
      if let key = try open(slot, composed, passphrase) {
        return OpenedSlot(key: key, slotID: slot.id)
      }
    }
    guard takesPassphrase || takesCode else { throw .noPassphraseSlot }
    if takesCode, case .mistyped(let groups) = reading {
      throw .mistypedRecoveryCode(groups: groups)
    }
    throw .wrongPassphrase
  }

  private func open(
    _ slot: KeySlot,
    _ composed: Secret?,
    _ passphrase: Span<UInt8>
  ) throws(VaultError) -> VaultKey? {
    let key = try composed?.withBytes { (composed) throws(VaultError) in
      try slot.open(secret: composed, vaultID: vaultID)
    }
    if let key { return key }
    return try slot.open(secret: passphrase, vaultID: vaultID)
  }

  /// Finds the key slot that a key file opens.
  ///
  /// - Parameter keyFile: the file's bytes.
  /// - Returns: the key and the slot.
  /// - Throws: ``VaultError/noKeyFileSlot``, ``VaultError/wrongKeyFile``.
  public func open(keyFile: Span<UInt8>) throws(VaultError) -> OpenedSlot {
    var takesKeyFile = false
    for slot in slots {
      guard case .keyFile = slot.kind else { continue }
      takesKeyFile = true
      if let key = try slot.open(secret: keyFile, vaultID: vaultID) {
        return OpenedSlot(key: key, slotID: slot.id)
      }
    }
    throw takesKeyFile ? .wrongKeyFile : .noKeyFileSlot
  }
}
