// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// Authy: Android preferences with a JSON list in a string.
///
/// Encrypted, each secret is AES-CBC with a vector of zeros under PBKDF2-HMAC-SHA-1 of the salt's text.
/// Authy's own tokens have hexadecimal secrets, seven digits and ten seconds.
enum Authy: FormatReader {
  static let format = Format.authy

  private static let rounds: Int64 = 1000

  static func recognises(_ document: Document) -> Bool {
    AndroidPreferences.strings(in: document).contains { string in
      string.name.hasPrefix("com.authy.")
        || string.text.withBytes {
          $0.contains("\"decryptedSecret\"") || $0.contains("\"encryptedSecret\"")
        }
    }
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    var entries: [JSONValue] = []
    for string in AndroidPreferences.strings(in: document) {
      let json = try? string.text.withBytes(JSONReader.document)
      entries += json?.elements?.filter { $0.has("accountType") } ?? []
    }
    let sealed = entries.filter { $0["encryptedSecret"] != nil && $0["decryptedSecret"] == nil }
    guard !sealed.isEmpty else { return entries.map { draft($0, $0["decryptedSecret"]?.text) } }
    let password = try needed(password)
    var drafts: [Draft] = []
    var openedCount = 0
    for entry in entries {
      var text = entry["decryptedSecret"]?.text
      if text == nil, entry["encryptedSecret"] != nil {
        text = try opened(entry, password)
        if text != nil { openedCount += 1 }
      }
      drafts.append(draft(entry, text, isEncrypted: entry["encryptedSecret"] != nil))
    }
    guard openedCount > 0 else { throw .wrongPassword(format) }
    return drafts
  }

  private static func opened(
    _ entry: JSONValue,
    _ password: Secret
  ) throws(InterchangeError) -> Secret? {
    guard let salt = entry["salt"]?.text else { return nil }
    let key = try Secret.pbkdf2(password, .sha1, salt: salt, rounds: rounds, format)
    let zeros = Secret([UInt8](repeating: 0, count: 16))
    let sealed = try entry["encryptedSecret"].base64(format)
    guard let plain = Secret.openedCBC(sealed, key: key, vector: zeros) else { return nil }
    // Under a wrong key the padding is right once in 256 times, and the text is no Base32.
    let isText = plain.withBytes { bytes in bytes.indices.allSatisfy { bytes[$0] < 0x80 } }
    return isText ? plain : nil
  }

  private static func draft(
    _ entry: JSONValue,
    _ text: Secret?,
    isEncrypted: Bool = false
  ) -> Draft {
    let issuer = entry["originalIssuer"]?.string ?? ""
    let name = entry["originalName"]?.string ?? entry["name"]?.string ?? ""
    var draft = Draft(issuer: "", account: "")
    draft.label = Label(text: name, issuer: issuer)
    let isOwn = entry["secretSeed"] != nil || entry["accountType"]?.string == "authy"
    draft.text = text ?? entry["secretSeed"]?.text
    if entry["secretSeed"] != nil, text == nil { draft.encoding = .hexadecimal }
    draft.generator =
      isEncrypted && text == nil
      ? .failure(.encrypted)
      : Generator.checked(
        type: "totp",
        digits: entry["digits"]?.figure ?? (isOwn ? 7 : nil),
        period: isOwn ? 10 : nil
      )
    return draft
  }
}
