// SPDX-License-Identifier: MIT
import Secrets

extension KeySlot {
  /// What opens a slot.
  public enum Opener: Equatable, Sendable {
    /// A passphrase, each try of which costs so much.
    case passphrase(PassphraseCost)
    /// A file of random bytes.
    case keyFile
    /// A recovery code.
    case recoveryCode

    /// What a slot is called whose owner has no word for it.
    var usualName: String {
      switch self {
      case .passphrase: "passphrase"
      case .keyFile: "key file"
      case .recoveryCode: "recovery code"
      }
    }

    /// The kind of a slot that this opens.
    ///
    /// - Parameter salt: 16 bytes.
    /// - Returns: the kind.
    func kind(salt: [UInt8]) -> Kind {
      switch self {
      case .passphrase(let cost): .passphrase(salt: salt, cost: cost)
      case .keyFile: .keyFile(salt: salt)
      case .recoveryCode: .recoveryCode(salt: salt)
      }
    }

    /// Makes the key that a slot is sealed under; only what a person can think of needs a slow hash.
    ///
    /// - Parameters:
    ///   - secret: the bytes of a passphrase, as they are to be tried, of a key file or of a code.
    ///   - salt: 16 bytes.
    /// - Returns: 32 bytes.
    /// - Throws: ``VaultError/outOfMemory(memoryByteCount:)``.
    func wrappingKey(of secret: Span<UInt8>, salt: [UInt8]) throws(VaultError) -> Secret {
      switch self {
      case .passphrase(let cost):
        Secret(try cost.deriveKey(passphrase: secret, salt: salt.span))
      case .keyFile, .recoveryCode:
        Secret(KeyHash.digest(of: secret, key: salt, byteCount: Sealing.keyByteCount))
      }
    }
  }
}

extension KeySlot.Kind {
  /// Whether a passphrase opens it.
  public var isPassphrase: Bool {
    if case .passphrase = self { true } else { false }
  }

  /// What opens a slot of this kind, and its salt; `nil` for a kind of a newer version.
  var opener: (KeySlot.Opener, salt: [UInt8])? {
    switch self {
    case .passphrase(let salt, let cost): (.passphrase(cost), salt)
    case .keyFile(let salt): (.keyFile, salt)
    case .recoveryCode(let salt): (.recoveryCode, salt)
    case .unknown: nil
    }
  }
}
