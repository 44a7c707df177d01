// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// Steam: JSON with a `shared_secret` in Base64, alone (a maFile) or several under `accounts`.
enum SteamGuard: FormatReader {
  static let format = Format.steam

  static func recognises(_ document: Document) -> Bool {
    guard let json = document.json else { return false }
    if json.has("shared_secret") { return true }
    return json["accounts"]?.members?.contains { $0.value.has("shared_secret") } == true
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    guard let json = document.json else { throw .damaged(format, .structure) }
    guard let accounts = json["accounts"]?.members else { return [draft(json)] }
    return accounts.map { draft($0.value) }
  }

  private static func draft(_ account: JSONValue) -> Draft {
    var draft = Draft(issuer: "Steam", account: account["account_name"]?.string)
    draft.text = account["shared_secret"]?.text
    draft.encoding = .base64
    draft.generator = .success(.steam(period: .thirtySeconds))
    return draft
  }
}
