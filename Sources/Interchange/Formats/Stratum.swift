// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// Stratum, once Authenticator Pro: JSON with `Authenticators`; encrypted, behind one of two marks.
///
/// Now: 16 bytes of salt, 12 of nonce, AES-GCM under Argon2id (3 passes, 64 MiB, 4 lanes). Before: 20 bytes
/// of salt, 16 of vector, AES-CBC under PBKDF2-HMAC-SHA-1 of 64,000 rounds.
enum Stratum: FormatReader {
  static let format = Format.stratum

  /// How an encrypted file begins.
  static let mark = "AUTHENTICATORPRO"

  static func recognises(_ document: Document) -> Bool {
    document.json?.has("Authenticators") == true
      || document.bytes.withBytes { bytes in
        bytes.begins(with: "AUTHENTICATORPRO") || bytes.begins(with: "AuthenticatorPro")
      }
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    if let json = document.json { return try drafts(json) }
    let isNew = document.bytes.withBytes { $0.begins(with: "AUTHENTICATORPRO") }
    return try drafts(
      json(
        isNew
          ? opened(document.bytes, try needed(password))
          : openedLegacy(document.bytes, try needed(password))
      )
    )
  }

  private static func opened(_ file: Secret, _ password: Secret) throws(InterchangeError) -> Secret
  {
    guard file.count >= 16 + 16 + 12 + Cipher.tagByteCount else {
      throw .damaged(format, .structure)
    }
    let key = try key(password, salt: file.part(16..<32))
    guard
      let plain = Secret.openedGCM(
        file.part(44..<file.count),
        key: key,
        nonce: file.part(32..<44)
      )
    else { throw .wrongPassword(format) }
    return plain
  }

  /// Derives the key as the app does.
  static func key(_ password: Secret, salt: Secret) throws(InterchangeError) -> Secret {
    try Secret.argon2(password, salt: salt, passes: 3, memory: 64 << 20, lanes: 4, format)
  }

  private static func openedLegacy(
    _ file: Secret,
    _ password: Secret
  ) throws(InterchangeError) -> Secret {
    guard file.count >= 16 + 20 + 16 + 16, (file.count - 52).isMultiple(of: 16) else {
      throw .damaged(format, .structure)
    }
    let salt = file.part(16..<36)
    let key = try Secret.pbkdf2(password, .sha1, salt: salt, rounds: 64_000, format)
    guard
      let plain = Secret.openedCBC(
        file.part(52..<file.count),
        key: key,
        vector: file.part(36..<52)
      ), (try? plain.withBytes(JSONReader.document)) != nil
    else { throw .wrongPassword(format) }
    return plain
  }

  private static func drafts(_ json: JSONValue) throws(InterchangeError) -> [Draft] {
    var names: [String: String] = [:]
    for category in json["Categories"]?.elements ?? [] {
      if let id = category["Id"]?.string { names[id] = category["Name"]?.string }
    }
    var tags: [String: [String]] = [:]
    for binding in json["AuthenticatorCategories"]?.elements ?? [] {
      // A category is bound to a secret, of which only a digest is kept here.
      guard let secret = binding["AuthenticatorSecret"]?.text,
        let name = binding["CategoryId"]?.string.flatMap({ names[$0] })
      else { continue }
      tags[digest(secret), default: []].append(name)
    }
    return try json["Authenticators"].list(format).map { draft($0, tags) }
  }

  private static func digest(_ secret: Secret) -> String {
    let digest = secret.withBytes { Hashing.sha256.digest($0) }
    return String(decoding: Base32.encode(digest.span).array, as: UTF8.self)
  }

  private static func draft(_ entry: JSONValue, _ tags: [String: [String]]) -> Draft {
    var draft = Draft(issuer: entry["Issuer"]?.string, account: entry["Username"]?.string)
    let secret = entry["Secret"]?.text
    draft.text = secret
    let type =
      switch entry["Type"]?.integer {
      case 1: "hotp"
      case 2: "totp"
      case 3: "motp"
      case 4: "steam"
      case 5: "yandex"
      default: "unknown"
      }
    let algorithm =
      switch entry["Algorithm"]?.integer {
      case nil, 0: "SHA1"
      case 1: "SHA256"
      case 2: "SHA512"
      default: "unknown"
      }
    draft.generator = Generator.checked(
      type: type,
      algorithm: algorithm,
      digits: entry["Digits"]?.figure,
      period: entry["Period"]?.figure,
      counter: entry["Counter"]?.figure
    )
    draft.tags = secret.flatMap { tags[digest($0)] } ?? []
    draft.hadIcon = entry["Icon"] != nil
    return draft
  }
}

extension SecretBytes {
  /// A copy outside of guarded memory, for what is no secret.
  var array: [UInt8] {
    let bytes = span
    return [UInt8](capacity: count) { $0.append(contentsOf: bytes) }
  }
}
