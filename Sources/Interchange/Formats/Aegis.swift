// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// Aegis: JSON with `version`, `header` and `db`; encrypted, `db` is Base64 of AES-GCM under a master key
/// that each slot holds once more.
enum Aegis: FormatReader {
  static let format = Format.aegis

  /// The type of a slot that a password opens; the others are the phone's.
  static let passwordSlot: Int64 = 1
  /// A file with more slots than this costs too much to try.
  private static let mostSlots = 16

  static func recognises(_ document: Document) -> Bool {
    document.json?.has("version", "header", "db") == true
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    guard let json = document.json, let database = json["db"] else {
      throw .damaged(format, .structure)
    }
    if database.text == nil { return try drafts(inDatabase: database) }
    let slots = json["header"]?["slots"]?.elements ?? []
    let passwordSlots = slots.filter { $0["type"]?.integer == passwordSlot }
    guard !slots.isEmpty else { throw .damaged(format, .header) }
    guard !passwordSlots.isEmpty else { throw .unopenable(format, .device) }
    guard passwordSlots.count <= mostSlots else { throw .tooLarge(.header, limit: mostSlots) }
    let password = try needed(password)
    for slot in passwordSlots {
      guard let key = try masterKey(in: slot, password) else { continue }
      let parameters = json["header"]?["params"]
      guard
        let plain = openGCM(
          try JSONValue?.some(database).base64(format),
          tag: try (parameters?["tag"]).hexadecimal(format),
          key: key,
          nonce: try (parameters?["nonce"]).hexadecimal(format)
        )
      else { throw .damaged(format, .ciphertext) }
      return try drafts(inDatabase: Self.json(plain))
    }
    throw .wrongPassword(format)
  }

  private static func masterKey(
    in slot: JSONValue,
    _ password: Secret
  ) throws(InterchangeError) -> Secret? {
    let salt = try slot["salt"].hexadecimal(format)
    let n = try slot["n"].number(format)
    let r = try slot["r"].number(format)
    let p = try slot["p"].number(format)
    let key = try password.withBytes { (password) throws(InterchangeError) in
      try salt.withBytes { (salt) throws(InterchangeError) in
        try KeyDerivation.scrypt(password, salt: salt, n: n, r: r, p: p, format)
      }
    }
    return openGCM(
      try slot["key"].hexadecimal(format),
      tag: try (slot["key_params"]?["tag"]).hexadecimal(format),
      key: Secret(key),
      nonce: try (slot["key_params"]?["nonce"]).hexadecimal(format)
    )
  }

  /// Opens what Aegis keeps in two: ciphertext and tag.
  private static func openGCM(_ sealed: Secret, tag: Secret, key: Secret, nonce: Secret) -> Secret?
  {
    guard tag.count == Cipher.tagByteCount else { return nil }
    let whole = SecretBytes(capacity: sealed.count + tag.count) { output in
      sealed.withBytes { output.append(contentsOf: $0) }
      tag.withBytes { output.append(contentsOf: $0) }
    }
    return Secret.opened {
      key.withBytes { key in
        nonce.withBytes { nonce in
          Cipher.openGCM(whole.span, key: key, nonce: nonce)
        }
      }
    }
  }

  private static func drafts(inDatabase database: JSONValue) throws(InterchangeError) -> [Draft] {
    var groups: [String: String] = [:]
    for group in database["groups"]?.elements ?? [] {
      if let id = group["uuid"]?.string { groups[id] = group["name"]?.string }
    }
    return try database["entries"].list(format).map { draft($0, groups) }
  }

  private static func draft(_ entry: JSONValue, _ groups: [String: String]) -> Draft {
    var draft = Draft(issuer: entry["issuer"]?.string, account: entry["name"]?.string)
    guard let info = entry["info"], let type = entry["type"]?.string else {
      draft.generator = .failure(.malformed)
      return draft
    }
    draft.text = info["secret"]?.text
    draft.generator = Generator.checked(
      type: type,
      algorithm: info["algo"]?.string,
      digits: info["digits"]?.figure,
      period: info["period"]?.figure,
      counter: info["counter"]?.figure
    )
    for id in entry["groups"]?.elements ?? [] {
      if let id = id.string, let name = groups[id] { draft.tags.append(name) }
    }
    if let group = entry["group"]?.string { draft.tags.append(group) }
    draft.markFavourite(entry["favorite"]?.isTrue == true)
    draft.note = entry["note"]?.string ?? ""
    draft.hadIcon = entry["icon"] != nil
    return draft
  }
}
