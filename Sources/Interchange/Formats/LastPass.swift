// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// LastPass Authenticator: JSON with `accounts`.
enum LastPass: FormatReader {
  static let format = Format.lastPass

  static func recognises(_ document: Document) -> Bool {
    document.json?["accounts"]?.elements?.contains { $0.has("issuerName", "secret") } == true
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    var folders: [Int64: String] = [:]
    for folder in document.json?["folders"]?.elements ?? [] {
      if let id = folder["id"]?.integer { folders[id] = folder["name"]?.string }
    }
    return try (document.json?["accounts"]).list(format).map { account in
      var draft = Draft(
        issuer: account["issuerName"]?.string ?? account["originalIssuerName"]?.string,
        account: account["userName"]?.string ?? account["originalUserName"]?.string
      )
      draft.text = account["secret"]?.text
      draft.generator = Generator.checked(
        type: "totp",
        algorithm: account["algorithm"]?.string,
        digits: account["digits"]?.figure,
        period: account["timeStep"]?.figure
      )
      let folder = account["folderData"]?["folderId"]?.integer
      if let name = folder.flatMap({ folders[$0] }) { draft.tags = [name] }
      draft.markFavourite(account["isFavorite"]?.isTrue == true)
      return draft
    }
  }
}
