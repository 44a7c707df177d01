// SPDX-License-Identifier: MIT
import CSodium
import Secrets

extension PassphraseCost {
  /// Makes a key of a passphrase.
  ///
  /// - Parameters:
  ///   - passphrase: any bytes.
  ///   - salt: 16 bytes.
  /// - Returns: 32 bytes.
  /// - Throws: ``VaultError/outOfMemory(memoryByteCount:)``.
  ///
  /// libsodium: `crypto_pwhash` with Argon2id 1.3.
  func deriveKey(passphrase: Span<UInt8>, salt: Span<UInt8>) throws(VaultError) -> SecretBytes {
    precondition(salt.count == Int(crypto_pwhash_SALTBYTES), "wrong length")
    let byteCount = Sealing.keyByteCount
    return try SecretBytes(capacity: byteCount) { (output) throws(VaultError) in
      let isDerived = unsafe output.withUnsafeMutableBufferPointer { key, initializedCount in
        // Each pointer is good for its count within its closure; the key's buffer has 32 bytes.
        let status = unsafe passphrase.withUnsafeBufferPointer { passphrase in
          unsafe salt.withUnsafeBufferPointer { salt in
            unsafe sodium_derive(
              key.baseAddress,
              byteCount,
              passphrase.baseAddress,
              passphrase.count,
              salt.baseAddress,
              operations,
              Int(memoryByteCount)
            )
          }
        }
        initializedCount = status == 0 ? byteCount : 0
        return status == 0
      }
      guard isDerived else { throw .outOfMemory(memoryByteCount: memoryByteCount) }
    }
  }
}
