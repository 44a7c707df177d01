// SPDX-License-Identifier: MIT
import CCrypto
import OTPCore
import Secrets

/// Hashes of whole messages, by libcrypto.
enum Hashing: Int32 {
  case sha1 = 1
  case sha256 = 256
  case sha512 = 512

  /// How many bytes a digest has.
  var byteCount: Int {
    switch self {
    case .sha1: 20
    case .sha256: 32
    case .sha512: 64
    }
  }

  /// Hashes a message.
  func digest(_ message: Span<UInt8>) -> SecretBytes {
    SecretBytes(capacity: byteCount) { output in
      // Sound: each pointer is good for the bytes that its count names, for the call.
      _ = unsafe output.withSpace(byteCount) { space in
        unsafe message.withPointer { bytes in
          unsafe crypto_digest(rawValue, bytes, message.count, space) == 1
        }
      }
    }
  }

  /// Authenticates a message.
  func authenticator(_ message: Span<UInt8>, key: Span<UInt8>) -> SecretBytes {
    SecretBytes(capacity: byteCount) { output in
      // Sound: each pointer is good for the bytes that its count names, for the call.
      _ = unsafe output.withSpace(byteCount) { space in
        unsafe message.withPointer { bytes in
          unsafe key.withPointer { keyBytes in
            unsafe crypto_hmac(rawValue, keyBytes, key.count, bytes, message.count, space) == 1
          }
        }
      }
    }
  }
}
