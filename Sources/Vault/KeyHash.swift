// SPDX-License-Identifier: MIT
import CSodium
import Secrets

/// BLAKE2b, for what is too random to be guessed and needs no slow hash.
///
/// RFC 7693; libsodium: `crypto_generichash`.
enum KeyHash {
  /// Hashes bytes into guarded memory.
  ///
  /// - Parameters:
  ///   - bytes: what to hash.
  ///   - key: a salt of 16 to 64 bytes, or nothing.
  ///   - byteCount: how long the digest is to be, 16 to 64.
  /// - Returns: the digest.
  static func digest(of bytes: Span<UInt8>, key: [UInt8], byteCount: Int) -> SecretBytes {
    SecretBytes(capacity: byteCount) { output in
      unsafe output.withUnsafeMutableBufferPointer { digest, initializedCount in
        // Each pointer is good for its count within its closure; the digest has room for all of it.
        let status = unsafe bytes.withUnsafeBufferPointer { bytes in
          unsafe key.withUnsafeBufferPointer { key in
            unsafe sodium_keyed_digest(
              digest.baseAddress,
              byteCount,
              bytes.baseAddress,
              bytes.count,
              key.baseAddress,
              key.count
            )
          }
        }
        precondition(status == 0, "lengths that BLAKE2b does not have")
        initializedCount = byteCount
      }
    }
  }
}
