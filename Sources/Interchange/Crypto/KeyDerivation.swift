// SPDX-License-Identifier: MIT
import CArgon2
import CCrypto
import OTPCore
import Secrets

/// Keys of passwords, as other apps derive them; a file's own costs are bounded before they are paid.
enum KeyDerivation {
  /// The most rounds of PBKDF2 and of AES-KDF: Bitwarden allows two million, KeePass people set more.
  static let mostRounds: UInt64 = 20_000_000
  /// The most memory in bytes: what Ente asks for on a machine that has it.
  static let mostMemory: UInt64 = 1 << 30
  /// The most passes of Argon2.
  static let mostPasses: UInt64 = 1000

  /// Derives a key by PBKDF2 with HMAC.
  ///
  /// - Parameters:
  ///   - password: any bytes.
  ///   - hash: the hash of HMAC.
  ///   - salt: any bytes.
  ///   - rounds: as the file says.
  ///   - count: how many bytes the key has.
  ///   - format: for the errors.
  /// - Returns: the key.
  /// - Throws: ``InterchangeError/tooCostly(_:_:limit:)``, ``InterchangeError/damaged(_:_:)``.
  ///
  /// RFC 8018 §5.2
  static func pbkdf2(
    _ password: Span<UInt8>,
    _ hash: Hashing,
    salt: Span<UInt8>,
    rounds: Int64,
    count: Int = 32,
    _ format: Format
  ) throws(InterchangeError) -> SecretBytes {
    guard rounds >= 1 else { throw .damaged(format, .header) }
    guard rounds <= mostRounds else { throw .tooCostly(format, .rounds, limit: mostRounds) }
    let key = SecretBytes(capacity: count) { output in
      // Sound: each pointer is good for the bytes that its count names, for the call.
      _ = unsafe output.withSpace(count) { space in
        unsafe password.withPointer { bytes in
          unsafe salt.withPointer { saltBytes in
            unsafe crypto_pbkdf2(
              hash.rawValue,
              bytes,
              password.count,
              saltBytes,
              salt.count,
              Int32(rounds),
              space,
              count
            ) == 1
          }
        }
      }
    }
    guard key.count == count else { throw .damaged(format, .header) }
    return key
  }

  /// Derives a key of 32 bytes by scrypt.
  ///
  /// - Throws: ``InterchangeError/tooCostly(_:_:limit:)``, ``InterchangeError/damaged(_:_:)``.
  ///
  /// RFC 7914
  static func scrypt(
    _ password: Span<UInt8>,
    salt: Span<UInt8>,
    n: Int64,
    r: Int64,
    p: Int64,
    _ format: Format
  ) throws(InterchangeError) -> SecretBytes {
    guard n >= 2, n & (n - 1) == 0, (1...1024).contains(r), (1...64).contains(p) else {
      throw .damaged(format, .header)
    }
    guard n <= 1 << 24, UInt64(n * r * 128) <= mostMemory else {
      throw .tooCostly(format, .memory, limit: mostMemory)
    }
    guard UInt64(n * r * p) <= 64 << 20 else {
      throw .tooCostly(format, .rounds, limit: 64 << 20)
    }
    let key = SecretBytes(capacity: 32) { output in
      // Sound: each pointer is good for the bytes that its count names, for the call.
      _ = unsafe output.withSpace(32) { space in
        unsafe password.withPointer { bytes in
          unsafe salt.withPointer { saltBytes in
            unsafe crypto_scrypt(
              bytes,
              password.count,
              saltBytes,
              salt.count,
              UInt64(n),
              UInt64(r),
              UInt64(p),
              mostMemory + (64 << 20),
              space,
              32
            ) == 1
          }
        }
      }
    }
    guard key.count == 32 else { throw .tooCostly(format, .memory, limit: mostMemory) }
    return key
  }

  /// Which Argon2.
  enum Variant {
    case d
    case id
  }

  /// Derives a key of 32 bytes by Argon2, version 1.3.
  ///
  /// - Parameters:
  ///   - password: any bytes.
  ///   - salt: 8 bytes or more.
  ///   - passes: *t*.
  ///   - memory: *m* in bytes.
  ///   - lanes: *p*.
  ///   - variant: d or id.
  ///   - format: for the errors.
  /// - Returns: the key.
  /// - Throws: ``InterchangeError/tooCostly(_:_:limit:)``, ``InterchangeError/damaged(_:_:)``.
  ///
  /// RFC 9106
  static func argon2(
    _ password: Span<UInt8>,
    salt: Span<UInt8>,
    passes: UInt64,
    memory: UInt64,
    lanes: UInt64,
    _ variant: Variant = .id,
    _ format: Format
  ) throws(InterchangeError) -> SecretBytes {
    guard memory <= mostMemory else { throw .tooCostly(format, .memory, limit: mostMemory) }
    guard passes <= mostPasses, passes * (memory >> 20) <= 16 << 10 else {
      throw .tooCostly(format, .rounds, limit: mostPasses)
    }
    guard passes >= 1, (1...64).contains(lanes), memory >> 10 >= 8 * lanes, salt.count >= 8,
      salt.count <= 1024
    else { throw .damaged(format, .header) }
    var code: Int32 = 0
    let key = SecretBytes(capacity: 32) { output in
      // Sound: each pointer is good for the bytes that its count names, for the call.
      _ = unsafe output.withSpace(32) { space in
        unsafe password.withPointer { bytes in
          unsafe salt.withPointer { saltBytes in
            code = unsafe argon2_key(
              variant == .d ? 1 : 0,
              UInt32(passes),
              UInt32(memory >> 10),
              UInt32(lanes),
              bytes,
              password.count,
              saltBytes,
              salt.count,
              space,
              32
            )
            return code == 0
          }
        }
      }
    }
    guard key.count == 32 else {
      if code == Int32(ARGON2_MEMORY_ALLOCATION_ERROR.rawValue) {
        throw .tooCostly(format, .memory, limit: mostMemory)
      }
      throw .damaged(format, .header)
    }
    return key
  }
}
