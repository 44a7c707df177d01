// SPDX-License-Identifier: MIT
public import OTPCore
package import Secrets

/// One way to the vault key: the key, sealed under another one.
public struct KeySlot: Sendable {
  /// How many bytes a slot's id and a salt have.
  static let identifierByteCount = 16

  /// How the key that the slot is sealed under comes about.
  public enum Kind: Equatable, Sendable {
    /// From a passphrase by Argon2id with a salt of 16 bytes.
    case passphrase(salt: [UInt8], cost: PassphraseCost)
    /// In a way of a newer version; the slot is kept and skipped.
    case unknown
  }

  /// 16 random bytes.
  public let id: [UInt8]
  /// What its owner calls it.
  public let name: String
  /// When it was made.
  public let created: UnixTime
  /// How it opens.
  public let kind: Kind
  /// Whether a passphrase opens it, be it in a way of a newer version.
  let isForPassphrase: Bool
  /// 24 bytes.
  let nonce: [UInt8]
  /// The sealed vault key and its tag: 48 bytes.
  let wrappedKey: [UInt8]
  /// The slot as it lay in the file: what this version does not know is in there.
  let encoded: [UInt8]

  /// Makes a slot that a passphrase opens.
  ///
  /// - Parameters:
  ///   - passphrase: any bytes.
  ///   - cost: how much work a try is to be.
  ///   - name: what its owner calls it.
  ///   - key: the vault key.
  ///   - vaultID: the vault that the slot is for.
  ///   - time: now.
  ///   - randomness: for id, salt and nonce.
  /// - Throws: ``VaultError/outOfMemory(memoryByteCount:)``.
  package init(
    passphrase: Span<UInt8>,
    cost: PassphraseCost,
    name: String,
    wrapping key: VaultKey,
    of vaultID: [UInt8],
    at time: UnixTime,
    randomness: any Randomness
  ) throws(VaultError) {
    let id = randomness.bytes(count: Self.identifierByteCount)
    let salt = randomness.bytes(count: Self.identifierByteCount)
    let nonce = randomness.bytes(count: Sealing.nonceByteCount)
    let wrapping = try cost.deriveKey(passphrase: passphrase, salt: salt.span)
    let wrappedKey = key.bytes.withBytes { key in
      Sealing.seal(
        key,
        associated: Self.associatedData(vaultID: vaultID, slotID: id).span,
        nonce: nonce.span,
        key: wrapping.span
      )
    }
    self.init(
      id: id,
      name: name,
      created: time,
      kind: .passphrase(salt: salt, cost: cost),
      isForPassphrase: true,
      nonce: nonce,
      wrappedKey: wrappedKey,
      encoded: Self.encode(
        id: id,
        name: name,
        created: time,
        nonce: nonce,
        wrappedKey: wrappedKey,
        salt: salt,
        cost: cost
      )
    )
  }

  init(
    id: [UInt8],
    name: String,
    created: UnixTime,
    kind: Kind,
    isForPassphrase: Bool,
    nonce: [UInt8],
    wrappedKey: [UInt8],
    encoded: [UInt8]
  ) {
    self.id = id
    self.name = name
    self.created = created
    self.kind = kind
    self.isForPassphrase = isForPassphrase
    self.nonce = nonce
    self.wrappedKey = wrappedKey
    self.encoded = encoded
  }

  /// Opens the slot with a passphrase.
  ///
  /// - Parameters:
  ///   - passphrase: any bytes.
  ///   - vaultID: the vault that the slot is in.
  /// - Returns: the vault key, or `nil` when the passphrase is another one, or the slot's kind.
  /// - Throws: ``VaultError/outOfMemory(memoryByteCount:)``.
  func open(passphrase: Span<UInt8>, vaultID: [UInt8]) throws(VaultError) -> VaultKey? {
    guard case .passphrase(let salt, let cost) = kind else { return nil }
    let wrapping = try cost.deriveKey(passphrase: passphrase, salt: salt.span)
    guard
      let key = Sealing.open(
        wrappedKey.span,
        associated: Self.associatedData(vaultID: vaultID, slotID: id).span,
        nonce: nonce.span,
        key: wrapping.span
      ),
      key.count == Sealing.keyByteCount
    else { return nil }
    return VaultKey(bytes: key)
  }

  /// A slot is bound to its vault and its place: it opens in no other.
  private static func associatedData(vaultID: [UInt8], slotID: [UInt8]) -> [UInt8] {
    Envelope.magic + vaultID + slotID
  }
}

/// The key that the payload is sealed under: 32 random bytes that never change.
public struct VaultKey: Sendable {
  let bytes: Secret

  init(bytes: consuming SecretBytes) {
    self.bytes = Secret(bytes)
  }

  /// Makes a key for a new vault.
  ///
  /// - Parameter randomness: where it comes from.
  package init(from randomness: any Randomness) {
    bytes = Secret(SecretBytes(randomCount: Sealing.keyByteCount, from: randomness))
  }
}
