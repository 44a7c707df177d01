// SPDX-License-Identifier: MIT
import CSodium
import OTPCore
package import Secrets

/// Authenticated encryption with XChaCha20-Poly1305.
///
/// draft-irtf-cfrg-xchacha-03; libsodium: `crypto_aead_xchacha20poly1305_ietf_*`.
package enum Sealing {
  /// The length of a key in bytes.
  package static let keyByteCount = Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES)
  /// The length of a nonce in bytes: long enough to be random.
  package static let nonceByteCount = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
  /// The length of a tag in bytes.
  package static let tagByteCount = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

  /// Seals bytes.
  ///
  /// - Parameters:
  ///   - plaintext: what to seal.
  ///   - associated: what can't change unnoticed either.
  ///   - nonce: 24 bytes that were never used with the key.
  ///   - key: 32 bytes.
  ///   - header: what is to stand before the ciphertext.
  /// - Returns: the header, the ciphertext and its tag.
  package static func seal(
    _ plaintext: Span<UInt8>,
    associated: Span<UInt8>,
    nonce: Span<UInt8>,
    key: Span<UInt8>,
    after header: [UInt8] = []
  ) -> [UInt8] {
    precondition(nonce.count == nonceByteCount && key.count == keyByteCount, "wrong lengths")
    let byteCount = header.count + plaintext.count + tagByteCount
    return unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, initializedCount in
      var written: UInt64 = 0
      _ = unsafe buffer.initialize(from: header)
      // Each pointer is good for its count within its closure, and the buffer has room for all that
      // is written: the header, as much as the plaintext, and a tag.
      _ = unsafe withPointers(plaintext, associated, nonce, key) { plain, associated, nonce, key in
        unsafe sodium_seal(
          buffer.baseAddress.map { unsafe $0 + header.count },
          &written,
          plain.baseAddress,
          plain.count,
          associated.baseAddress,
          associated.count,
          nonce.baseAddress,
          key.baseAddress
        )
      }
      initializedCount = header.count + Int(written)
    }
  }

  /// Opens what was sealed, into guarded memory.
  ///
  /// - Parameters:
  ///   - sealed: the ciphertext and its tag.
  ///   - associated: what was associated.
  ///   - nonce: the 24 bytes that it was sealed with.
  ///   - key: 32 bytes.
  /// - Returns: the plaintext, or `nil` when the key is another one or anything was changed.
  package static func open(
    _ sealed: Span<UInt8>,
    associated: Span<UInt8>,
    nonce: Span<UInt8>,
    key: Span<UInt8>
  ) -> SecretBytes? {
    precondition(nonce.count == nonceByteCount && key.count == keyByteCount, "wrong lengths")
    guard sealed.count >= tagByteCount else { return nil }
    var isGenuine = false
    // As in `seal`; the buffer has room for the ciphertext without its tag.
    let plaintext = SecretBytes(capacity: sealed.count - tagByteCount) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, initializedCount in
        var written: UInt64 = 0
        let status = unsafe withPointers(sealed, associated, nonce, key) {
          sealed,
          associated,
          nonce,
          key in
          unsafe sodium_open(
            buffer.baseAddress,
            &written,
            sealed.baseAddress,
            sealed.count,
            associated.baseAddress,
            associated.count,
            nonce.baseAddress,
            key.baseAddress
          )
        }
        isGenuine = status == 0
        initializedCount = isGenuine ? Int(written) : 0
      }
    }
    guard isGenuine else { return nil }
    return consume plaintext
  }

  /// Tells whether bytes were sealed under a key, and are unchanged.
  ///
  /// - Parameters:
  ///   - sealed: the ciphertext and its tag.
  ///   - associated: what was associated.
  ///   - nonce: the 24 bytes that it was sealed with.
  ///   - key: 32 bytes.
  /// - Returns: whether ``open(_:associated:nonce:key:)`` would give the plaintext.
  package static func isGenuine(
    _ sealed: Span<UInt8>,
    associated: Span<UInt8>,
    nonce: Span<UInt8>,
    key: Span<UInt8>
  ) -> Bool {
    precondition(nonce.count == nonceByteCount && key.count == keyByteCount, "wrong lengths")
    guard sealed.count >= tagByteCount else { return false }
    // As in `seal`; nothing is written.
    return unsafe withPointers(sealed, associated, nonce, key) { sealed, associated, nonce, key in
      unsafe sodium_verify(
        sealed.baseAddress,
        sealed.count,
        associated.baseAddress,
        associated.count,
        nonce.baseAddress,
        key.baseAddress
      ) == 0
    }
  }

  private static func withPointers<Result>(
    _ first: Span<UInt8>,
    _ second: Span<UInt8>,
    _ third: Span<UInt8>,
    _ fourth: Span<UInt8>,
    _ body: (
      UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>,
      UnsafeBufferPointer<UInt8>
    ) -> Result
  ) -> Result {
    // Nothing keeps a pointer beyond `body`.
    unsafe first.withUnsafeBufferPointer { first in
      unsafe second.withUnsafeBufferPointer { second in
        unsafe third.withUnsafeBufferPointer { third in
          unsafe fourth.withUnsafeBufferPointer { fourth in
            unsafe body(first, second, third, fourth)
          }
        }
      }
    }
  }
}
