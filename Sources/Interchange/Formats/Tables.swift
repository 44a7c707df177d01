// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// 1Password's table, and those of other password managers that name the column so.
enum OnePasswordCSV: FormatReader {
  static let format = Format.onePasswordCSV

  static func recognises(_ document: Document) -> Bool {
    document.table?.has("otpauth") == true
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    guard let table = document.table else { throw .damaged(format, .structure) }
    return table.drafts(column: "otpauth", issuer: "title", account: "username") { row, draft in
      draft.tags = table.cell(row, "tags")?.string.split(separator: ";").map(String.init) ?? []
      draft.note = table.cell(row, "notes")?.string ?? ""
      draft.markFavourite(table.cell(row, "favorite").map { JSONValue.string($0).isTrue } == true)
    }
  }
}

/// KeePassXC's table.
enum KeePassCSV: FormatReader {
  static let format = Format.keePassCSV

  /// What KeePassXC calls the folder at the top, and the one for what was thrown away.
  private static let root = "Root"
  private static let bin = "Recycle Bin"

  static func recognises(_ document: Document) -> Bool {
    document.table?.has("title", "username", "totp") == true
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    guard let table = document.table else { throw .damaged(format, .structure) }
    return table.drafts(column: "totp", issuer: "title", account: "username") { row, draft in
      let group = table.cell(row, "group")?.string ?? ""
      var path = group.split(separator: "/").map(String.init)
      if path.first == root || path.count > 1 { path.removeFirst() }
      if !path.isEmpty { draft.tags = [path.joined(separator: "/")] }
      draft.note = table.cell(row, "notes")?.string ?? ""
      if path.first == bin { draft.tags.append("trashed") }
    }
  }
}

/// The table that `totp export --format csv` writes.
enum PlainCSV: FormatReader {
  static let format = Format.csv

  static func recognises(_ document: Document) -> Bool {
    document.table?.has("issuer", "account", "type", "secret") == true
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    guard let table = document.table else { throw .damaged(format, .structure) }
    return table.rows.map { row in
      func number(_ name: String) -> Int64? {
        table.cell(row, name).map { JSONValue.number($0).integer ?? -1 }
      }
      var draft = Draft(
        issuer: table.cell(row, "issuer")?.string,
        account: table.cell(row, "account")?.string
      )
      draft.text = table.cell(row, "secret")
      draft.generator = Generator.checked(
        type: table.cell(row, "type")?.string,
        algorithm: table.cell(row, "algorithm")?.string,
        digits: number("digits"),
        period: number("period"),
        counter: number("counter")
      )
      let tags = table.cell(row, "tags")?.string ?? ""
      draft.tags = tags.split(separator: ";").map(String.init)
      draft.note = table.cell(row, "note")?.string ?? ""
      return draft
    }
  }
}

/// gauth's table: without a heading, the name, the secret and more.
enum GauthCSV: FormatReader {
  static let format = Format.gauth

  static func recognises(_ document: Document) -> Bool {
    rows(document)?.isEmpty == false
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    (rows(document) ?? []).map { row in
      var draft = Draft(issuer: nil, account: nil)
      draft.label = Label(text: row[0].string, issuer: "")
      draft.text = row[1]
      return draft
    }
  }

  /// The rows `name:secret`, if all of them are.
  private static func rows(_ document: Document) -> [[Secret]]? {
    guard document.json == nil, document.xml == nil else { return nil }
    var rows: [[Secret]] = []
    for line in document.bytes.parts(between: 0x0A) {
      let line = line.trimmed
      guard line.count > 0, !line.withBytes({ $0.begins(with: "#") }) else { continue }
      let colon = line.withBytes { bytes in
        bytes.indices.last { bytes[$0] == UInt8(ascii: ":") || bytes[$0] == UInt8(ascii: ",") }
      }
      guard let colon, colon > 0 else { return nil }
      let secret = line.part((colon + 1)..<line.count)
      // A secret of less than ten characters is rather a word.
      guard secret.count >= 10, (try? secret.withBytes(Base32.decode)) != nil else { return nil }
      rows.append([line.part(0..<colon), secret])
    }
    return rows
  }
}

/// rsc's 2fa: `name digits secret`, and twenty digits of a counter.
enum TwoFA: FormatReader {
  static let format = Format.twoFA

  static func recognises(_ document: Document) -> Bool {
    rows(document)?.isEmpty == false
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    (rows(document) ?? []).map { row in
      var draft = Draft(issuer: nil, account: nil)
      draft.label = Label(text: row[0].string, issuer: "")
      draft.text = row[2]
      // The file keeps the counter that was used last.
      let counter = row.count > 3 ? JSONValue.number(row[3]).integer : nil
      draft.generator = Generator.checked(
        type: row.count > 3 ? "hotp" : "totp",
        digits: JSONValue.number(row[1]).integer,
        counter: counter.map { $0 &+ 1 }
      )
      return draft
    }
  }

  private static func rows(_ document: Document) -> [[Secret]]? {
    guard document.json == nil, document.xml == nil else { return nil }
    var rows: [[Secret]] = []
    for line in document.bytes.parts(between: 0x0A) {
      let parts = line.trimmed.parts(between: 0x20)
      guard parts.count > 1 || parts[0].count > 0 else { continue }
      guard parts.count == 3 || parts.count == 4 && parts[3].count == 20,
        let digits = JSONValue.number(parts[1]).integer, (6...8).contains(digits),
        (try? parts[2].withBytes(Base32.decode)) != nil
      else { return nil }
      rows.append(parts)
    }
    return rows
  }
}

extension Table {
  /// Makes drafts of the rows that have a token in a column.
  fileprivate func drafts(
    column: String,
    issuer: String,
    account: String,
    _ complete: ([Secret], inout Draft) -> Void
  ) -> [Draft] {
    var drafts: [Draft] = []
    for row in rows {
      guard let text = cell(row, column) else { continue }
      let fallback = Label(
        issuer: cell(row, issuer)?.string ?? "",
        account: cell(row, account)?.string ?? ""
      )
      var draft = Draft(uriOrSecret: text, or: fallback)
      complete(row, &draft)
      drafts.append(draft)
    }
    return drafts
  }
}

extension Secret {
  /// The bytes without white space at their ends.
  var trimmed: Secret {
    part(
      withBytes { bytes in
        var (start, end) = (bytes.begins(with: "\u{FEFF}") ? 3 : 0, bytes.count)
        while start < end, bytes[start] <= 0x20 { start += 1 }
        while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
        return start..<end
      }
    )
  }
}
