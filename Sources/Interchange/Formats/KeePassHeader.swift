// SPDX-License-Identifier: MIT
import CCrypto
import OTPCore
import Secrets

/// The outer header of a KDBX 4 file.
struct KeePassHeader {
  private enum Field {
    static let end = 0
    static let cipher = 2
    static let compression = 3
    static let seed = 4
    static let vector = 7
    static let derivation = 11
  }

  private static let argon2d = "ef636ddf8c29444b91f7a9a403e30a0c"
  private static let argon2id = "9e298b1956db4773b23dfc3ec6f0a1e6"
  private static let aesRounds = [
    "7c02bb8279a74ac0927d114a00648238", "c9d9f39a628a4460bf740d08c18a4fea",
  ]

  /// How long the header is, with the marks before it.
  private(set) var byteCount = 12
  /// The cipher's UUID in hexadecimal.
  private(set) var cipher = ""
  /// Whether the contents are packed by gzip.
  private(set) var isPacked = false
  /// Random bytes that go into the key.
  private(set) var seed = Secret([])
  /// The cipher's nonce or vector.
  private(set) var vector = Secret([])
  private var derivation: [String: Secret] = [:]

  /// Reads a header.
  init(_ file: Secret) throws(InterchangeError) {
    while true {
      guard let id = file.littleEndian(at: byteCount, byteCount: 1),
        let count = file.littleEndian(at: byteCount + 1, byteCount: 4),
        count <= file.count - byteCount - 5
      else { throw .damaged(.keePass, .header) }
      let value = file.part((byteCount + 5)..<(byteCount + 5 + count))
      byteCount += 5 + count
      switch id {
      case Field.end:
        guard seed.count == 32 else { throw .damaged(.keePass, .header) }
        return
      case Field.cipher: cipher = value.hexadecimal
      case Field.compression: isPacked = value.littleEndian(at: 0, byteCount: 4) == 1
      case Field.seed: seed = value
      case Field.vector: vector = value
      case Field.derivation: derivation = try Self.dictionary(value)
      default: break
      }
    }
  }

  /// Reads names and values: a type, and two lengths with what they count.
  private static func dictionary(_ bytes: Secret) throws(InterchangeError) -> [String: Secret] {
    var values: [String: Secret] = [:]
    var position = 2
    while let type = bytes.littleEndian(at: position, byteCount: 1), type != 0 {
      guard let nameCount = bytes.littleEndian(at: position + 1, byteCount: 4),
        nameCount <= bytes.count - position - 5,
        let count = bytes.littleEndian(at: position + 5 + nameCount, byteCount: 4),
        count <= bytes.count - position - 9 - nameCount
      else { throw .damaged(.keePass, .header) }
      let name = bytes.part((position + 5)..<(position + 5 + nameCount)).string
      let start = position + 9 + nameCount
      values[name] = bytes.part(start..<(start + count))
      position = start + count
    }
    return values
  }

  private func number(_ name: String) throws(InterchangeError) -> UInt64 {
    guard let value = derivation[name],
      let number = value.littleEndian(at: 0, byteCount: min(value.count, 8)), value.count > 0
    else { throw .damaged(.keePass, .header) }
    return UInt64(number)
  }

  /// Derives the key of the composite one.
  func derive(_ composite: Secret) throws(InterchangeError) -> Secret {
    guard let kind = derivation["$UUID"]?.hexadecimal, let salt = derivation["S"] else {
      throw .damaged(.keePass, .header)
    }
    if Self.aesRounds.contains(kind) { return try aesKey(composite, salt) }
    guard kind == Self.argon2d || kind == Self.argon2id else {
      throw .unsupported(.keePass, .keyDerivation)
    }
    guard try number("V") == 0x13 else { throw .unsupported(.keePass, .keyDerivation) }
    return try Secret.argon2(
      composite,
      salt: salt,
      passes: try number("I"),
      memory: try number("M"),
      lanes: try number("P"),
      variant: kind == Self.argon2d ? .d : .id,
      .keePass
    )
  }

  private func aesKey(_ composite: Secret, _ salt: Secret) throws(InterchangeError) -> Secret {
    let rounds = try number("R")
    guard rounds <= KeyDerivation.mostRounds * 5 else {
      throw .tooCostly(.keePass, .rounds, limit: KeyDerivation.mostRounds * 5)
    }
    guard salt.count == 32, composite.count == 32 else { throw .damaged(.keePass, .header) }
    let blocks = SecretBytes(capacity: 32) { output in
      composite.withBytes { output.append(contentsOf: $0) }
      // Sound: both blocks are there, and are changed in place.
      unsafe output.withUnsafeMutableBufferPointer { space, _ in
        salt.withBytes { salt in
          unsafe salt.withPointer { salt in
            _ = unsafe crypto_ecb_rounds(salt, rounds, space.baseAddress, 32)
          }
        }
      }
    }
    return .sha256(Secret(blocks))
  }
}

extension Secret {
  /// A number, least significant byte first; `nil` beyond the end, or when it is beyond `Int`.
  func littleEndian(at offset: Int, byteCount: Int) -> Int? {
    guard offset >= 0, offset <= count, byteCount <= count - offset else { return nil }
    return withBytes { bytes in
      var value: UInt64 = 0
      for index in 0..<byteCount { value |= UInt64(bytes[offset + index]) << UInt64(8 * index) }
      return Int(exactly: value)
    }
  }

  /// The bytes as digits, for what is no secret.
  var hexadecimal: String {
    withBytes { bytes in
      var text = ""
      for index in bytes.indices { text += TextFile.hexadecimal(bytes[index]) }
      return text
    }
  }

  /// SHA-256 of the bytes.
  static func sha256(_ secret: Secret) -> Secret {
    Secret(secret.withBytes { Hashing.sha256.digest($0) })
  }

  /// SHA-512 of the bytes.
  static func sha512(_ secret: Secret) -> Secret {
    Secret(secret.withBytes { Hashing.sha512.digest($0) })
  }

  /// HMAC-SHA-256 of the bytes.
  func authenticator(_ key: Secret) -> Secret {
    Secret(
      withBytes { bytes in key.withBytes { Hashing.sha256.authenticator(bytes, key: $0) } }
    )
  }
}
