// SPDX-License-Identifier: MIT
public import OTPCore
package import Secrets

/// One way to the vault key: the key, sealed under another one.
public struct KeySlot: Sendable {
  /// How many bytes a slot's id and a salt have.
  static let identifierByteCount = 16

  /// How the key that the slot is sealed under comes about; each salt has 16 bytes.
  public enum Kind: Equatable, Sendable {
    /// From a passphrase by Argon2id.
    case passphrase(salt: [UInt8], cost: PassphraseCost)
    /// From a file's bytes by BLAKE2b.
    case keyFile(salt: [UInt8])
    /// From a recovery code's 16 bytes by BLAKE2b.
    case recoveryCode(salt: [UInt8])
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
  /// 24 bytes.
  let nonce: [UInt8]
  /// The sealed vault key and its tag: 48 bytes.
  let wrappedKey: [UInt8]
  /// The slot as it lay in the file: what this version does not know is in there.
  let encoded: [UInt8]

  /// Makes a slot.
  ///
  /// - Parameters:
  ///   - opener: what opens it.
  ///   - secret: the passphrase, the file's bytes or the code's.
  ///   - name: what its owner calls it.
  ///   - key: the vault key.
  ///   - vaultID: the vault that the slot is for.
  ///   - time: now.
  ///   - randomness: for id, salt and nonce.
  /// - Throws: ``VaultError/outOfMemory(memoryByteCount:)``.
  init(
    _ opener: Opener,
    secret: Span<UInt8>,
    name: String,
    wrapping key: VaultKey,
    of vaultID: [UInt8],
    at time: UnixTime,
    randomness: any Randomness
  ) throws(VaultError) {
    id = randomness.bytes(count: Self.identifierByteCount)
    let salt = randomness.bytes(count: Self.identifierByteCount)
    nonce = randomness.bytes(count: Sealing.nonceByteCount)
    self.name = name
    created = time
    kind = opener.kind(salt: salt)
    let wrapping: Secret
    if case .passphrase = opener, let composed = PassphraseForm.composed(secret) {
      wrapping = try composed.withBytes { (composed) throws(VaultError) in
        try opener.wrappingKey(of: composed, salt: salt)
      }
    } else {
      wrapping = try opener.wrappingKey(of: secret, salt: salt)
    }
    let associated = Self.associatedData(vaultID: vaultID, slotID: id)
    let nonce = nonce
    wrappedKey = wrapping.withBytes { wrapping in
      key.bytes.withBytes { key in
        Sealing.seal(key, associated: associated.span, nonce: nonce.span, key: wrapping)
      }
    }
    encoded = Self.encode(
      id: id,
      name: name,
      created: time,
      nonce: nonce,
      wrappedKey: wrappedKey,
      opener: opener,
      salt: salt
    )
  }

  init(
    id: [UInt8],
    name: String,
    created: UnixTime,
    kind: Kind,
    nonce: [UInt8],
    wrappedKey: [UInt8],
    encoded: [UInt8]
  ) {
    self.id = id
    self.name = name
    self.created = created
    self.kind = kind
    self.nonce = nonce
    self.wrappedKey = wrappedKey
    self.encoded = encoded
  }

  /// Whether this version can open it.
  public var isKnown: Bool { kind != .unknown }

  /// Opens the slot.
  ///
  /// - Parameters:
  ///   - secret: the bytes of a passphrase, as they are to be tried, of a key file or of a code.
  ///   - vaultID: the vault that the slot is in.
  /// - Returns: the vault key, or `nil` when the secret is another one.
  /// - Throws: ``VaultError/outOfMemory(memoryByteCount:)``.
  func open(secret: Span<UInt8>, vaultID: [UInt8]) throws(VaultError) -> VaultKey? {
    guard let (opener, salt) = kind.opener else { return nil }
    let key = try opener.wrappingKey(of: secret, salt: salt).withBytes { wrapping in
      Sealing.open(
        wrappedKey.span,
        associated: Self.associatedData(vaultID: vaultID, slotID: id).span,
        nonce: nonce.span,
        key: wrapping
      )
    }
    guard let key, key.count == Sealing.keyByteCount else { return nil }
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
