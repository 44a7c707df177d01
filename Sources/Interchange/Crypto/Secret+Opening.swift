// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// The libraries' operations on secrets that sit in values.
extension Secret {
  /// Keeps what could be opened.
  static func opened(_ body: () -> SecretBytes?) -> Secret? {
    guard let bytes = body() else { return nil }
    return Secret(bytes)
  }

  /// Opens AES-256-GCM with the tag at its end.
  static func openedGCM(
    _ sealed: Secret,
    key: Secret,
    nonce: Secret,
    extra: [UInt8] = []
  ) -> Secret? {
    opened {
      sealed.withBytes { sealed in
        key.withBytes { key in
          nonce.withBytes { nonce in Cipher.openGCM(sealed, key: key, nonce: nonce, extra: extra) }
        }
      }
    }
  }

  /// Opens AES-CBC.
  static func openedCBC(_ sealed: Secret, key: Secret, vector: Secret) -> Secret? {
    opened {
      sealed.withBytes { sealed in
        key.withBytes { key in
          vector.withBytes { vector in Cipher.openCBC(sealed, key: key, vector: vector) }
        }
      }
    }
  }

  /// Derives a key by PBKDF2.
  static func pbkdf2(
    _ password: Secret,
    _ hash: Hashing,
    salt: Secret,
    rounds: Int64,
    count: Int = 32,
    _ format: Format
  ) throws(InterchangeError) -> Secret {
    let key = try password.withBytes { (password) throws(InterchangeError) in
      try salt.withBytes { (salt) throws(InterchangeError) in
        try KeyDerivation.pbkdf2(password, hash, salt: salt, rounds: rounds, count: count, format)
      }
    }
    return Secret(key)
  }

  /// Derives a key by Argon2.
  static func argon2(
    _ password: Secret,
    salt: Secret,
    passes: UInt64,
    memory: UInt64,
    lanes: UInt64,
    variant: KeyDerivation.Variant = .id,
    _ format: Format
  ) throws(InterchangeError) -> Secret {
    let key = try password.withBytes { (password) throws(InterchangeError) in
      try salt.withBytes { (salt) throws(InterchangeError) in
        try KeyDerivation.argon2(
          password,
          salt: salt,
          passes: passes,
          memory: memory,
          lanes: lanes,
          variant,
          format
        )
      }
    }
    return Secret(key)
  }

  /// Puts secrets one after the other.
  static func joined(_ parts: Secret...) -> Secret {
    joined(parts)
  }

  /// Puts secrets one after the other.
  static func joined(_ parts: [Secret]) -> Secret {
    Secret(
      SecretBytes(capacity: parts.reduce(0) { $0 + $1.count }) { output in
        for part in parts { part.withBytes { output.append(contentsOf: $0) } }
      }
    )
  }

  /// Takes bytes that are no secret along with those that are.
  init(_ bytes: [UInt8]) {
    self.init(SecretBytes(copying: bytes.span))
  }

  /// Parts the bytes at a separator.
  func parts(between separator: UInt8) -> [Secret] {
    let ranges = withBytes { bytes in
      var ranges: [Range<Int>] = []
      var start = 0
      for index in bytes.indices where bytes[index] == separator {
        ranges.append(start..<index)
        start = index + 1
      }
      return ranges + [start..<bytes.count]
    }
    return ranges.map(part)
  }
}
