// SPDX-License-Identifier: MIT
import CSodium
import OTPCore
import Secrets

/// Ente Auth's encrypted export.
///
/// A list of URIs in one message of libsodium's secretstream, under Argon2id. The plain one is a list
/// like any other.
enum Ente: FormatReader {
  static let format = Format.ente

  static func recognises(_ document: Document) -> Bool {
    document.json?.has("kdfParams", "encryptedData", "encryptionNonce") == true
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    guard let json = document.json else { return OTPAuthList.drafts(in: document.bytes) }
    let parameters = json["kdfParams"]
    let memory = try (parameters?["memLimit"]).number(format)
    let passes = try (parameters?["opsLimit"]).number(format)
    let salt = try (parameters?["salt"]).base64(format)
    let sealed = try json["encryptedData"].base64(format)
    let header = try json["encryptionNonce"].base64(format)
    guard memory > 0, passes > 0, salt.count == 16,
      header.count == crypto_secretstream_xchacha20poly1305_headerbytes()
    else { throw .damaged(format, .header) }
    let key = try Secret.argon2(
      try needed(password),
      salt: salt,
      passes: UInt64(passes),
      memory: UInt64(memory),
      lanes: 1,
      format
    )
    guard let plain = opened(sealed, key: key, header: header) else {
      throw .wrongPassword(format)
    }
    return OTPAuthList.drafts(in: plain)
  }

  /// libsodium: `crypto_secretstream_xchacha20poly1305_pull`.
  private static func opened(_ sealed: Secret, key: Secret, header: Secret) -> Secret? {
    let extra = Int(crypto_secretstream_xchacha20poly1305_abytes())
    guard sealed.count >= extra else { return nil }
    let count = sealed.count - extra
    var isOpen = false
    let plain = SecretBytes(capacity: count) { output in
      // Sound: header and key have the lengths that libsodium wants, and the space that of the message.
      isOpen = unsafe output.withSpace(count) { space in
        sealed.withBytes { sealed in
          key.withBytes { key in
            header.withBytes { header in
              unsafe pull(sealed, key, header, into: space)
            }
          }
        }
      }
    }
    guard isOpen else { return nil }
    return Secret(plain)
  }

  private static func pull(
    _ sealed: Span<UInt8>,
    _ key: Span<UInt8>,
    _ header: Span<UInt8>,
    into space: UnsafeMutablePointer<UInt8>?
  ) -> Bool {
    var state = crypto_secretstream_xchacha20poly1305_state()
    // Sound: each pointer is good for the bytes that its count names, for the call.
    return unsafe sealed.withPointer { bytes in
      unsafe key.withPointer { key in
        unsafe header.withPointer { header in
          guard let bytes = unsafe bytes, let key = unsafe key, let header = unsafe header else {
            return false
          }
          return unsafe crypto_secretstream_xchacha20poly1305_init_pull(&state, header, key) == 0
            && crypto_secretstream_xchacha20poly1305_pull(
              &state,
              space,
              nil,
              nil,
              bytes,
              UInt64(sealed.count),
              nil,
              0
            ) == 0
        }
      }
    }
  }
}
