// SPDX-License-Identifier: MIT
import CArchive
import CCrypto
import CSQLite
import OTPCore
import Secrets

/// The libraries under the formats.
package enum Libraries {
  /// Starts what starts late, for a process that will be shut in before it reads its first byte.
  ///
  /// libcrypto: `OPENSSL_init_crypto`; SQLite: `sqlite3_initialize`.
  package static func start() {
    _ = crypto_start()
    archive_start()
    // A failure shows again, as an error, where the library is used.
    sqlite3_initialize()
    _ = Hashing.sha256.digest([UInt8]().span)
    _ = Cipher.sealGCM(
      [UInt8]().span,
      key: [UInt8](repeating: 0, count: 32).span,
      nonce: [UInt8](repeating: 0, count: 12).span
    )
  }
}
