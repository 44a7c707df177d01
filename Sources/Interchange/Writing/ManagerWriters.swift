// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// Bitwarden's plain JSON.
enum BitwardenWriter: FormatWriter {
  static let format = Format.bitwarden

  static func losses(of token: Token) -> [Export.Part] {
    token.losses(tagCount: 1, hasNote: true, hasFavourites: true)
  }

  static func file(
    of tokens: [Token],
    _ context: WritingContext
  ) throws(InterchangeError) -> TextFile {
    var ids: [String: String] = [:]
    var folders: [JSONOutput] = []
    var items: [JSONOutput] = []
    for token in tokens {
      var folder = JSONOutput.null
      if let tag = token.ownTags.first {
        let id = ids[tag] ?? context.uuid()
        if ids[tag] == nil {
          folders.append(.object([("id", .string(id)), ("name", .string(tag))]))
        }
        ids[tag] = id
        folder = .string(id)
      }
      let login = JSONOutput.object([
        ("uris", .array([])), ("username", .string(token.label.account)), ("password", .null),
        ("totp", .text(try OTPAuthWriter.managerURI(of: token, format))),
      ])
      items.append(
        .object([
          ("id", .string(context.uuid())), ("organizationId", .null), ("folderId", folder),
          ("type", .integer(1)), ("reprompt", .integer(0)),
          ("name", .string(token.label.issuer)),
          ("notes", token.note.isEmpty ? .null : .string(token.note)),
          ("favorite", .bool(token.isFavourite)), ("login", login), ("collectionIds", .null),
        ])
      )
    }
    return JSONOutput.object([
      ("encrypted", .bool(false)), ("folders", .array(folders)), ("items", .array(items)),
    ]).file()
  }
}

/// A table under construction.
///
/// RFC 4180.
extension TextFile {
  /// Appends a row, all of whose cells are quoted.
  mutating func appendRow(_ cells: [Secret]) {
    for (index, cell) in cells.enumerated() {
      append(index > 0 ? ",\"" : "\"")
      cell.withBytes { bytes in
        for index in bytes.indices {
          if bytes[index] == UInt8(ascii: "\"") { append("\"") }
          append(bytes.extracting(index..<(index + 1)))
        }
      }
      append("\"")
    }
    append("\r\n")
  }

  /// Appends a heading.
  mutating func appendRow(_ names: String...) {
    appendRow(names.map { Secret(Array($0.utf8)) })
  }
}

/// KeePassXC's table.
enum KeePassCSVWriter: FormatWriter {
  static let format = Format.keePassCSV

  static func losses(of token: Token) -> [Export.Part] {
    token.losses(tagCount: 1, hasNote: true, hasFavourites: false)
  }

  static func file(
    of tokens: [Token],
    _ context: WritingContext
  ) throws(InterchangeError) -> TextFile {
    var file = TextFile()
    file.appendRow("Group", "Title", "Username", "Password", "URL", "Notes", "TOTP")
    for token in tokens {
      let group = token.ownTags.first.map { "Root/\($0)" } ?? "Root"
      let cells = [group, token.label.issuer, token.label.account, "", "", token.note]
      let uri = Secret(try OTPAuthWriter.uri(of: token, format))
      file.appendRow(cells.map { Secret(Array($0.utf8)) } + [uri])
    }
    return file
  }
}

/// A table with a column for everything.
enum CSVWriter: FormatWriter {
  static let format = Format.csv

  static func losses(of token: Token) -> [Export.Part] {
    // The tags stand in one cell, with semicolons between.
    token.tags.contains { $0.contains(";") } ? [.tags] : []
  }

  static func file(
    of tokens: [Token],
    _ context: WritingContext
  ) throws(InterchangeError) -> TextFile {
    var file = TextFile()
    file.appendRow(
      "issuer",
      "account",
      "type",
      "secret",
      "algorithm",
      "digits",
      "period",
      "counter",
      "tags",
      "note"
    )
    for token in tokens {
      let generator = token.generator
      let before = [token.label.issuer, token.label.account, generator.typeName]
      let after = [
        generator.algorithm.rawValue, String(generator.codeLength),
        generator.period.map { String($0.seconds) } ?? "",
        generator.counter.map { String($0.value) } ?? "",
        token.tags.joined(separator: ";"), token.note,
      ]
      file.appendRow(
        before.map { Secret(Array($0.utf8)) }
          + [Secret(token.secret.withBytes(Base32.encode))]
          + after.map { Secret(Array($0.utf8)) }
      )
    }
    return file
  }
}

/// A page to print and put away.
enum HTMLWriter: FormatWriter {
  static let format = Format.html

  static func losses(of token: Token) -> [Export.Part] { [] }

  static func file(
    of tokens: [Token],
    _ context: WritingContext
  ) throws(InterchangeError) -> TextFile {
    var file = TextFile()
    file.append(
      """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>One-time passwords</title>
      <style>
      body { font: 11pt sans-serif; } table { border-collapse: collapse; }
      td, th { border: 1px solid #888; padding: 0.4em; vertical-align: top; text-align: left; }
      tr { break-inside: avoid; } .secret { font-family: monospace; overflow-wrap: anywhere; }
      svg { width: 4cm; height: 4cm; }
      </style></head><body>
      <table><tr><th>Issuer</th><th>Account</th><th>Code</th><th>Secret and URI</th><th>Notes</th></tr>

      """
    )
    for token in tokens {
      let uri = try OTPAuthWriter.uri(of: token, format)
      file.append("<tr>")
      for text in [token.label.issuer, token.label.account] {
        file.append("<td>\(escaped(text))</td>")
      }
      file.append("<td>")
      file.append(QRDrawing.svg(of: uri.span))
      file.append("</td><td class=\"secret\">")
      file.append(token.secret.withBytes(Base32.encode))
      file.append("<br><br>")
      // A URI has no character that a page would take for markup but the ampersand.
      for index in 0..<uri.count {
        if uri.span[index] == UInt8(ascii: "&") {
          file.append("&amp;")
        } else {
          file.append(uri.span.extracting(index..<(index + 1)))
        }
      }
      let words = (token.tags.map { "#\($0)" } + [token.note]).joined(separator: " ")
      file.append("</td><td>\(escaped(words))</td></tr>\n")
    }
    file.append("</table></body></html>\n")
    return file
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\0"..<" " where scalar != "\n" && scalar != "\t": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
