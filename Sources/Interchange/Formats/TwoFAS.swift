// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// 2FAS: JSON with `schemaVersion` and `services`; encrypted, `servicesEncrypted` is AES-GCM data, salt
/// and nonce in Base64 with colons between, under PBKDF2-HMAC-SHA-256 of 10,000 rounds.
enum TwoFAS: FormatReader {
  static let format = Format.twoFAS

  private static let newestSchema: Int64 = 4
  static let rounds: Int64 = 10_000

  static func recognises(_ document: Document) -> Bool {
    guard let json = document.json else { return false }
    return json.has("schemaVersion") && (json.has("services") || json.has("servicesEncrypted"))
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    guard let json = document.json else { throw .damaged(format, .structure) }
    guard try json["schemaVersion"].number(format) <= newestSchema else {
      throw .unsupported(format, .version)
    }
    var groups: [String: String] = [:]
    for group in json["groups"]?.elements ?? [] {
      if let id = group["id"]?.string { groups[id] = group["name"]?.string }
    }
    var services = json["services"]
    if let sealed = json["servicesEncrypted"]?.text, sealed.count > 0 {
      services = try opened(sealed, try needed(password))
    }
    return try services.list(format).map { draft($0, groups) }
  }

  private static func opened(
    _ sealed: Secret,
    _ password: Secret
  ) throws(InterchangeError) -> JSONValue {
    let parts = sealed.parts(between: UInt8(ascii: ":"))
    guard parts.count >= 3 else { throw .damaged(format, .ciphertext) }
    let data = try JSONValue?.some(.string(parts[0])).base64(format)
    let salt = try JSONValue?.some(.string(parts[1])).base64(format)
    let nonce = try JSONValue?.some(.string(parts[2])).base64(format)
    let key = try Secret.pbkdf2(password, .sha256, salt: salt, rounds: rounds, format)
    guard let plain = Secret.openedGCM(data, key: key, nonce: nonce) else {
      throw .wrongPassword(format)
    }
    return try Self.json(plain)
  }

  private static func draft(_ service: JSONValue, _ groups: [String: String]) -> Draft {
    let otp = service["otp"]
    let name = service["name"]?.string ?? ""
    var issuer = otp?["issuer"]?.string ?? ""
    if issuer.isEmpty { issuer = name }
    var draft = Draft(issuer: issuer, account: otp?["account"]?.string)
    if draft.label.account.isEmpty, let label = otp?["label"]?.string {
      draft.label = Label(text: label, issuer: issuer)
    }
    draft.text = service["secret"]?.text
    draft.generator = Generator.checked(
      type: otp?["tokenType"]?.string,
      algorithm: otp?["algorithm"]?.string,
      digits: otp?["digits"]?.figure,
      period: otp?["period"]?.figure,
      counter: otp?["counter"]?.figure
    )
    if let group = service["groupId"]?.string.flatMap({ groups[$0] }) { draft.tags = [group] }
    return draft
  }
}
