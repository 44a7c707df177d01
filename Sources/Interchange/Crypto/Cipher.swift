// SPDX-License-Identifier: MIT
import CCrypto
import CSodium
import OTPCore
import Secrets

/// The ciphers of other apps' files.
enum Cipher {
  /// The bytes of a GCM tag.
  static let tagByteCount = 16

  /// Opens AES-256-GCM.
  ///
  /// - Parameters:
  ///   - sealed: the ciphertext, and the tag of 16 bytes at its end.
  ///   - key: 32 bytes.
  ///   - nonce: 1 byte or more, mostly 12.
  ///   - extra: what is authenticated and not encrypted.
  /// - Returns: the plaintext, or `nil` when key or bytes are wrong.
  ///
  /// NIST SP 800-38D
  static func openGCM(
    _ sealed: Span<UInt8>,
    key: Span<UInt8>,
    nonce: Span<UInt8>,
    extra: [UInt8] = []
  ) -> SecretBytes? {
    guard sealed.count >= tagByteCount, key.count == 32, (1...64).contains(nonce.count) else {
      return nil
    }
    let count = sealed.count - tagByteCount
    var tag = [UInt8](capacity: tagByteCount) { $0.append(contentsOf: sealed.extracting(count...)) }
    var isOpen = false
    let plain = SecretBytes(capacity: count) { output in
      // Sound: each pointer is good for the bytes that its count names, for the call.
      isOpen = unsafe output.withSpace(count) { space in
        unsafe sealed.withPointer { sealed in
          unsafe key.withPointer { key in
            unsafe nonce.withPointer { nonceBytes in
              unsafe extra.span.withPointer { extraBytes in
                unsafe crypto_gcm(
                  0,
                  key,
                  nonceBytes,
                  nonce.count,
                  extraBytes,
                  extra.count,
                  sealed,
                  count,
                  space,
                  &tag
                ) == 1
              }
            }
          }
        }
      }
    }
    guard isOpen else { return nil }
    return consume plain
  }

  /// Seals by AES-256-GCM.
  ///
  /// - Parameters:
  ///   - plain: what to seal.
  ///   - key: 32 bytes.
  ///   - nonce: 12 bytes, never used before with this key.
  ///   - extra: what is authenticated and not encrypted.
  /// - Returns: the ciphertext and the tag of 16 bytes; `nil` when libcrypto has no memory.
  static func sealGCM(
    _ plain: Span<UInt8>,
    key: Span<UInt8>,
    nonce: Span<UInt8>,
    extra: [UInt8] = []
  ) -> [UInt8]? {
    guard key.count == 32, !nonce.isEmpty else { return nil }
    var output = [UInt8](repeating: 0, count: plain.count)
    var tag = [UInt8](repeating: 0, count: tagByteCount)
    // Sound: each pointer is good for the bytes that its count names, for the call.
    let isSealed = unsafe plain.withPointer { plainBytes in
      unsafe key.withPointer { key in
        unsafe nonce.withPointer { nonceBytes in
          unsafe extra.span.withPointer { extraBytes in
            unsafe crypto_gcm(
              1,
              key,
              nonceBytes,
              nonce.count,
              extraBytes,
              extra.count,
              plainBytes,
              plain.count,
              &output,
              &tag
            ) == 1
          }
        }
      }
    }
    return isSealed ? output + tag : nil
  }

  /// Opens AES-CBC.
  ///
  /// - Parameters:
  ///   - sealed: whole blocks.
  ///   - key: 16 or 32 bytes.
  ///   - vector: 16 bytes.
  ///   - isPadded: whether PKCS #7 padding ends it.
  /// - Returns: the plaintext, or `nil` when the padding is wrong, as it mostly is under a wrong key.
  static func openCBC(
    _ sealed: Span<UInt8>,
    key: Span<UInt8>,
    vector: Span<UInt8>,
    isPadded: Bool = true
  ) -> SecretBytes? {
    guard sealed.count >= 16, sealed.count.isMultiple(of: 16), vector.count == 16 else {
      return nil
    }
    // libcrypto may use a block more than it fills.
    let whole = SecretBytes(capacity: sealed.count + 16) { output in
      // Sound: each pointer is good for the bytes that its count names, for the call.
      unsafe output.withUnsafeMutableBufferPointer { space, initialized in
        unsafe sealed.withPointer { sealedBytes in
          unsafe key.withPointer { keyBytes in
            unsafe vector.withPointer { vector in
              _ = unsafe crypto_cbc_open(
                keyBytes,
                key.count,
                vector,
                isPadded ? 1 : 0,
                sealedBytes,
                sealed.count,
                space.baseAddress,
                &initialized
              )
            }
          }
        }
      }
    }
    guard whole.count > 0 else { return nil }
    return consume whole
  }

  /// Encrypts or decrypts by ChaCha20.
  ///
  /// - Parameters:
  ///   - bytes: what to change.
  ///   - key: 32 bytes.
  ///   - nonce: 12 bytes.
  ///   - block: the block of 64 bytes at which the stream begins.
  /// - Returns: as many bytes.
  ///
  /// RFC 8439 §2.4; libsodium: `crypto_stream_chacha20_ietf_xor_ic`.
  static func chaCha20(
    _ bytes: Span<UInt8>,
    key: Span<UInt8>,
    nonce: Span<UInt8>,
    block: UInt32 = 0
  ) -> SecretBytes {
    precondition(key.count == 32 && nonce.count == 12, "ChaCha20 has 32 and 12 bytes")
    return SecretBytes(capacity: bytes.count) { output in
      // Sound: each pointer is good for the bytes that its count names, for the call.
      _ = unsafe output.withSpace(bytes.count) { space in
        unsafe bytes.withPointer { input in
          unsafe key.withPointer { key in
            unsafe nonce.withPointer { nonce in
              guard let space = unsafe space, let input = unsafe input, let key = unsafe key,
                let nonce = unsafe nonce
              else { return true }
              return unsafe crypto_stream_chacha20_ietf_xor_ic(
                space,
                input,
                UInt64(bytes.count),
                nonce,
                block,
                key
              ) == 0
            }
          }
        }
      }
    }
  }
}

extension Span<UInt8> {
  /// Lends the bytes as C has them.
  func withPointer<Result: ~Copyable>(_ body: (UnsafePointer<UInt8>?) -> Result) -> Result {
    // The pointer is good for the span's count, for the call.
    unsafe withUnsafeBufferPointer { unsafe body($0.baseAddress) }
  }
}

extension OutputSpan<UInt8> {
  /// Lets C fill the next bytes; they count only when it says that it did.
  mutating func withSpace(_ count: Int, _ body: (UnsafeMutablePointer<UInt8>?) -> Bool) -> Bool {
    precondition(freeCapacity >= count, "there is room for what is written")
    // The pointer is good for the free bytes, for the call.
    return unsafe withUnsafeMutableBufferPointer { space, initialized in
      let isFilled = unsafe body(space.baseAddress.map { unsafe $0 + initialized })
      if isFilled { initialized += count }
      return isFilled
    }
  }
}
