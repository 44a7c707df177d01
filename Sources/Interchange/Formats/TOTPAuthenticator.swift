// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// TOTP Authenticator: Base64 of AES-CBC under SHA-256 of the password, with a vector of zeros.
///
/// Inside is JSON whose first name is a string with a JSON list.
enum TOTPAuthenticator: FormatReader {
  static let format = Format.totpAuthenticator

  /// What the app takes when the user sets none.
  private static let usualPassword = Secret(Array("TotpAuthenticator".utf8))

  static func recognises(_ document: Document) -> Bool {
    guard document.json == nil, document.xml == nil, let sealed = sealed(document) else {
      return false
    }
    return sealed.count >= 32 && sealed.count.isMultiple(of: 16)
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    guard let sealed = sealed(document) else { throw .damaged(format, .structure) }
    if let entries = entries(sealed, password ?? usualPassword) { return entries.map(draft) }
    _ = try needed(password)
    throw .wrongPassword(format)
  }

  private static func sealed(_ document: Document) -> Secret? {
    Secret.opened {
      document.bytes.withBytes { bytes in
        var end = bytes.count
        while end > 0, bytes[end - 1] <= 0x20 { end -= 1 }
        return try? Base64.decode(bytes.extracting(0..<end))
      }
    }
  }

  private static func entries(_ sealed: Secret, _ password: Secret) -> [JSONValue]? {
    let key = Secret(password.withBytes { Hashing.sha256.digest($0) })
    let zeros = Secret([UInt8](repeating: 0, count: 16))
    guard let plain = Secret.openedCBC(sealed, key: key, vector: zeros),
      let outer = try? plain.withBytes(JSONReader.document),
      let name = outer.members?.first?.name,
      let inner = try? name.withBytes(JSONReader.document)
    else { return nil }
    return inner.elements
  }

  private static func draft(_ entry: JSONValue) -> Draft {
    var draft = Draft(issuer: entry["issuer"]?.string, account: entry["name"]?.string)
    draft.text = entry["key"]?.text
    // It writes digits and period down, and makes codes of six and thirty whatever they are.
    draft.generator = .success(.standard)
    switch entry["base"]?.integer {
    case nil, 32: draft.encoding = .base32
    case 16: draft.encoding = .hexadecimal
    case 64: draft.encoding = .base64
    default: draft.generator = .failure(.malformed)
    }
    return draft
  }
}
