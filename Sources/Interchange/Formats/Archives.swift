// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

extension FormatReader {
  /// Takes a file out of an archive.
  fileprivate static func unpacked(
    _ document: Document,
    _ suffixes: [String],
    _ password: Secret?
  ) throws(InterchangeError) -> Secret {
    switch Archive.read(document.bytes, named: suffixes, password: password) {
    case .contents(let contents): return contents
    case .none: throw .damaged(format, .entries)
    case .damaged: throw .damaged(format, .structure)
    case .tooLarge: throw .tooLarge(.contents, limit: Backup.mostBytes)
    case .locked:
      _ = try needed(password)
      throw .wrongPassword(format)
    }
  }

  fileprivate static func isArchive(_ document: Document, with suffixes: [String]) -> Bool {
    guard Archive.isZip(document.bytes) else { return false }
    switch Archive.read(document.bytes, named: suffixes, password: nil) {
    case .contents, .locked, .tooLarge: return true
    case .none, .damaged: return false
    }
  }
}

/// Authenticator Plus: a zip with `Accounts.txt`, a list of URIs.
enum AuthenticatorPlus: FormatReader {
  static let format = Format.authenticatorPlus

  static func recognises(_ document: Document) -> Bool {
    isArchive(document, with: ["accounts.txt"])
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    OTPAuthList.drafts(in: try unpacked(document, ["accounts.txt"], password))
  }
}

/// WinAuth: a zip with a list of URIs.
enum WinAuth: FormatReader {
  static let format = Format.winAuth

  static func recognises(_ document: Document) -> Bool {
    isArchive(document, with: [".txt"])
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    guard Archive.isZip(document.bytes) else { return OTPAuthList.drafts(in: document.bytes) }
    return OTPAuthList.drafts(in: try unpacked(document, [".txt"], password))
  }
}

/// Raivo: a zip with a JSON list whose values are strings.
enum Raivo: FormatReader {
  static let format = Format.raivo

  static func recognises(_ document: Document) -> Bool {
    document.json?.elements?.first?.has("issuer", "account", "secret", "kind", "timer") == true
      || isArchive(document, with: ["raivo-otp-export.json"])
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    let list =
      if let json = document.json { json } else {
        try json(unpacked(document, ["raivo-otp-export.json"], password))
      }
    return try JSONValue?.some(list).list(format).map { entry in
      var draft = Draft(issuer: entry["issuer"]?.string, account: entry["account"]?.string)
      draft.text = entry["secret"]?.text
      draft.generator = Generator.checked(
        type: entry["kind"]?.string,
        algorithm: entry["algorithm"]?.string,
        digits: entry["digits"]?.figure,
        period: entry["timer"]?.figure,
        counter: entry["counter"]?.figure
      )
      draft.markFavourite(entry["pinned"]?.isTrue == true)
      draft.hadIcon = entry["iconValue"]?.text.map { $0.count > 0 } ?? false
      return draft
    }
  }
}

/// 1Password: a zip with `export.data`, in which fields of items may be one-time passwords.
enum OnePassword: FormatReader {
  static let format = Format.onePassword

  static func recognises(_ document: Document) -> Bool {
    isArchive(document, with: ["export.data"])
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    let json = try json(unpacked(document, ["export.data"], password))
    var drafts: [Draft] = []
    for account in try json["accounts"].list(format) {
      for vault in account["vaults"]?.elements ?? [] {
        let tag = vault["attrs"]?["name"]?.string
        for item in vault["items"]?.elements ?? [] {
          for var draft in self.drafts(ofItem: item["item"] ?? item) {
            if let tag { draft.tags.insert(tag, at: 0) }
            drafts.append(draft)
          }
        }
      }
    }
    return drafts
  }

  private static func drafts(ofItem item: JSONValue) -> [Draft] {
    let overview = item["overview"]
    let user = item["details"]?["loginFields"]?.elements?
      .first { $0["designation"]?.string == "username" }?["value"]?.string
    let fallback = Label(issuer: overview?["title"]?.string ?? "", account: user ?? "")
    var drafts: [Draft] = []
    for section in item["details"]?["sections"]?.elements ?? [] {
      for field in section["fields"]?.elements ?? [] {
        guard let text = field["value"]?["totp"]?.text, text.count > 0 else { continue }
        var draft = Draft(uriOrSecret: text, or: fallback)
        draft.tags = overview?["tags"]?.elements?.compactMap(\.string) ?? []
        draft.note = item["details"]?["notesPlain"]?.string ?? ""
        draft.markFavourite(item["favIndex"]?.integer ?? 0 != 0)
        drafts.append(draft)
      }
    }
    return drafts
  }
}
