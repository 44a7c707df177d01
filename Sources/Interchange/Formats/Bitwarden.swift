// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// Bitwarden and Bitwarden Authenticator: JSON with `items`, whose logins may have a `totp`.
///
/// Protected by a password, `data` is `2.iv|ciphertext|mac` in Base64: AES-CBC, and HMAC-SHA-256 over iv
/// and ciphertext, under two keys that HKDF-Expand makes of the derived one.
enum Bitwarden: FormatReader {
  static let format = Format.bitwarden

  static func recognises(_ document: Document) -> Bool {
    guard let json = document.json, json.has("encrypted") else { return false }
    return json.has("items") || json.has("data") || json.has("passwordProtected")
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    guard var json = document.json else { throw .damaged(format, .structure) }
    if json["encrypted"]?.isTrue == true {
      guard json["passwordProtected"]?.isTrue == true else { throw .unopenable(format, .account) }
      json = try opened(json, try needed(password))
    }
    var folders: [String: String] = [:]
    for folder in json["folders"]?.elements ?? [] {
      if let id = folder["id"]?.string { folders[id] = folder["name"]?.string }
    }
    var drafts: [Draft] = []
    for item in try json["items"].list(format) {
      // Most items of a password manager are no tokens, and not worth a word.
      guard let totp = item["login"]?["totp"]?.text, totp.count > 0 else { continue }
      let fallback = Label(
        issuer: item["name"]?.string ?? "",
        account: item["login"]?["username"]?.string ?? ""
      )
      var draft = Draft(uriOrSecret: totp, or: fallback)
      if let folder = item["folderId"]?.string.flatMap({ folders[$0] }) { draft.tags = [folder] }
      draft.note = item["notes"]?.string ?? ""
      draft.markFavourite(item["favorite"]?.isTrue == true)
      drafts.append(draft)
    }
    return drafts
  }

  private static func opened(
    _ json: JSONValue,
    _ password: Secret
  ) throws(InterchangeError) -> JSONValue {
    guard let salt = json["salt"]?.text, let data = json["data"]?.text else {
      throw .damaged(format, .header)
    }
    let passes = try json["kdfIterations"].number(format)
    let key: Secret
    switch try json["kdfType"].number(format) {
    case 0: key = try Secret.pbkdf2(password, .sha256, salt: salt, rounds: passes, format)
    case 1:
      let memory = try json["kdfMemory"].number(format)
      let lanes = try json["kdfParallelism"].number(format)
      guard passes > 0, (1...1 << 20).contains(memory), lanes > 0 else {
        throw .damaged(format, .header)
      }
      key = try Secret.argon2(
        password,
        salt: Secret(salt.withBytes { Hashing.sha256.digest($0) }),
        passes: UInt64(passes),
        memory: UInt64(memory) << 20,
        lanes: UInt64(lanes),
        format
      )
    default: throw .unsupported(format, .keyDerivation)
    }
    // What a wrong password can't open is a short text of its own.
    if let check = json["encKeyValidation_DO_NOT_EDIT"]?.text {
      guard try plain(of: check, key) != nil else { throw .wrongPassword(format) }
      guard let plain = try plain(of: data, key) else { throw .damaged(format, .ciphertext) }
      return try Self.json(plain)
    }
    guard let plain = try plain(of: data, key) else { throw .wrongPassword(format) }
    return try Self.json(plain)
  }

  /// Opens an encrypted string of type 2.
  private static func plain(of text: Secret, _ key: Secret) throws(InterchangeError) -> Secret? {
    guard text.withBytes({ $0.begins(with: "2.") }) else { throw .unsupported(format, .cipher) }
    let parts = text.part(2..<text.count).parts(between: UInt8(ascii: "|"))
    guard parts.count == 3 else { throw .damaged(format, .ciphertext) }
    let vector = try JSONValue?.some(.string(parts[0])).base64(format)
    let sealed = try JSONValue?.some(.string(parts[1])).base64(format)
    let mac = try JSONValue?.some(.string(parts[2])).base64(format)
    let message = Secret.joined(vector, sealed)
    let expected = Secret(
      message.withBytes { message in
        expanded(key, "mac").withBytes { Hashing.sha256.authenticator(message, key: $0) }
      }
    )
    guard mac.matches(expected) else { return nil }
    return Secret.openedCBC(sealed, key: expanded(key, "enc"), vector: vector)
  }

  /// RFC 5869 §2.3, one block.
  private static func expanded(_ key: Secret, _ info: String) -> Secret {
    let message = Array(info.utf8) + [1]
    return Secret(key.withBytes { Hashing.sha256.authenticator(message.span, key: $0) })
  }
}

/// Bitwarden's table.
enum BitwardenCSV: FormatReader {
  static let format = Format.bitwardenCSV

  static func recognises(_ document: Document) -> Bool {
    document.table?.has("login_totp") == true
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    guard let table = document.table else { throw .damaged(format, .structure) }
    var drafts: [Draft] = []
    for row in table.rows {
      guard let totp = table.cell(row, "login_totp") else { continue }
      let fallback = Label(
        issuer: table.cell(row, "name")?.string ?? "",
        account: table.cell(row, "login_username")?.string ?? ""
      )
      var draft = Draft(uriOrSecret: totp, or: fallback)
      if let folder = table.cell(row, "folder")?.string { draft.tags = [folder] }
      draft.note = table.cell(row, "notes")?.string ?? ""
      draft.markFavourite(table.cell(row, "favorite")?.isEqual(to: "1") == true)
      drafts.append(draft)
    }
    return drafts
  }
}
