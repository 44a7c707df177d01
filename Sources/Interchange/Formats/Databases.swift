// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// Google Authenticator's database, as it lies on a phone.
enum GoogleDatabase: FormatReader {
  static let format = Format.googleDatabase

  private static let columns = "email, secret, issuer, counter, type"

  static func recognises(_ document: Document) -> Bool {
    Database(document.bytes)?.rows("SELECT \(columns) FROM accounts LIMIT 1") != nil
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    guard let database = Database(document.bytes) else { throw .damaged(format, .structure) }
    // Newer versions have a column that says whether the phone's key store sealed the secret.
    let query = "FROM accounts ORDER BY _id"
    guard
      let rows = database.rows("SELECT \(columns), isencrypted \(query)")
        ?? database.rows("SELECT \(columns), 0 \(query)")
    else { throw .damaged(format, .entries) }
    return rows.map { row in
      var draft = Draft(issuer: nil, account: nil)
      draft.label = Label(text: row[0]?.string ?? "", issuer: row[2]?.string ?? "")
      draft.text = row[1]
      let isSealed = row[5].map { !$0.isEqual(to: "0") } ?? false
      draft.generator =
        isSealed
        ? .failure(.encrypted)
        : Generator.checked(
          type: row[4]?.isEqual(to: "1") == true ? "hotp" : "totp",
          counter: row[3].flatMap { JSONValue.number($0).integer }
        )
      return draft
    }
  }
}

/// Microsoft Authenticator's database, as it lies on a phone.
enum MicrosoftDatabase: FormatReader {
  static let format = Format.microsoft

  private static let query = "SELECT name, username, oath_secret_key, account_type FROM accounts"

  static func recognises(_ document: Document) -> Bool {
    Database(document.bytes)?.rows("\(query) LIMIT 1") != nil
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    guard let database = Database(document.bytes) else { throw .damaged(format, .structure) }
    guard let rows = database.rows("\(query) ORDER BY _id") else {
      throw .damaged(format, .entries)
    }
    return rows.map { row in
      var draft = Draft(issuer: row[0]?.string, account: row[1]?.string)
      draft.text = row[2]
      switch row[3].flatMap({ JSONValue.number($0).integer }) {
      case 0: draft.generator = .success(.standard)
      case 1:
        draft.encoding = .base64
        draft.generator = Generator.checked(type: "totp", digits: 8)
      default: draft.generator = .failure(.unsupportedType("push"))
      }
      return draft
    }
  }
}
