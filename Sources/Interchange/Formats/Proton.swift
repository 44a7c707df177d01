// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// Proton Authenticator: JSON with `entries`, each a URI; encrypted, `content` is nonce and AES-GCM under
/// Argon2id (2 passes, 19 MiB, 1 lane).
enum Proton: FormatReader {
  static let format = Format.proton

  private static let extra = Array("proton.authenticator.export.v1".utf8)

  static func recognises(_ document: Document) -> Bool {
    guard let json = document.json, json.has("version") else { return false }
    return json.has("salt", "content")
      || json["entries"]?.elements?.contains { $0["content"]?.has("uri") == true } == true
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    guard var json = document.json else { throw .damaged(format, .structure) }
    if json.has("content") { json = try opened(json, try needed(password)) }
    return try json["entries"].list(format).map(draft)
  }

  private static func opened(
    _ json: JSONValue,
    _ password: Secret
  ) throws(InterchangeError) -> JSONValue {
    let content = try json["content"].base64(format)
    let salt = try json["salt"].base64(format)
    guard content.count >= 12 + Cipher.tagByteCount else { throw .damaged(format, .ciphertext) }
    let key = try Secret.argon2(
      password,
      salt: salt,
      passes: 2,
      memory: 19 << 20,
      lanes: 1,
      format
    )
    guard
      let plain = Secret.openedGCM(
        content.part(12..<content.count),
        key: key,
        nonce: content.part(0..<12),
        extra: extra
      )
    else { throw .wrongPassword(format) }
    return try Self.json(plain)
  }

  private static func draft(_ entry: JSONValue) -> Draft {
    let content = entry["content"]
    let name = content?["name"]?.string ?? ""
    let isSteam = content?["entry_type"]?.string == "Steam"
    guard let uri = content?["uri"]?.text else { return .rejected(.malformed, account: name) }
    var draft = Draft(uriOrSecret: uri, or: Label(issuer: isSteam ? "Steam" : "", account: name))
    draft.note = entry["note"]?.string ?? ""
    return draft
  }
}
