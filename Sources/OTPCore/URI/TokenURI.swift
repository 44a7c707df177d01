// SPDX-License-Identifier: MIT

/// The kinds of URI that hold tokens.
public enum TokenURI: Sendable {
  /// `otpauth://`: one token.
  case otpauth
  /// `steam://`: one token.
  case steam
  /// `otpauth-migration://`: several tokens.
  case migration

  /// Recognises a URI by its scheme.
  ///
  /// - Parameter text: the bytes; white space around them does not matter.
  public init?(_ text: Span<UInt8>) {
    self.init(text, in: text.trimmed(0..<text.count))
  }

  private init?(_ text: Span<UInt8>, in range: Range<Int>) {
    if text.starts(with: OTPAuthURI.scheme, in: range) {
      self = .otpauth
    } else if text.starts(with: Token.steamScheme, in: range) {
      self = .steam
    } else if text.starts(with: MigrationURI.scheme, in: range) {
      self = .migration
    } else {
      return nil
    }
  }

  /// A token of a list, or why it is none.
  public struct Entry: Sendable {
    /// The line that it stands in, from 1.
    public let line: Int

    /// Issuer and account, as far as they could be read.
    public let label: Label

    /// The token, or the reason.
    public let token: Result<Token, OTPError>

    /// The part of Google's export that the line holds, if it does.
    public let part: MigrationBatch.Part?
  }

  /// Reads a list of URIs, one a line.
  ///
  /// Lines end with LF, CRLF or CR. Blank lines, lines that begin with `#` and a byte order mark are
  /// passed over, and so is other text in front of a URI in its line. A line of Google's export makes
  /// an entry for each of its tokens.
  ///
  /// - Parameter text: UTF-8.
  /// - Returns: what the lines hold, in order; one entry with its reason for a line without a token.
  public static func list(in text: Span<UInt8>) -> [Entry] {
    var entries: [Entry] = []
    var line = 0
    var start = text.starts(with: "\u{FEFF}", in: 0..<text.count) ? 3 : 0
    while start < text.count {
      line += 1
      var end = start
      while end < text.count, text[end] != 0x0A, text[end] != 0x0D { end += 1 }
      let content = text.trimmed(start..<end)
      if !content.isEmpty, text[content.lowerBound] != UInt8(ascii: "#") {
        let uri = content.lowerBound + offset(ofURIIn: text.extracting(content))
        entries += Self.entries(of: text.extracting(uri..<content.upperBound), line: line)
      }
      let isPair = end + 1 < text.count && text[end] == 0x0D && text[end + 1] == 0x0A
      start = end + (isPair ? 2 : 1)
    }
    return entries
  }

  /// Finds where a URI begins, at the earliest after anything that could be part of its scheme.
  private static func offset(ofURIIn line: Span<UInt8>) -> Int {
    var isStart = true
    for offset in line.indices {
      let byte = line[offset]
      if isStart, TokenURI(line, in: offset..<line.count) != nil { return offset }
      isStart = !byte.isASCIIAlphanumeric && byte != UInt8(ascii: "-")
    }
    return 0
  }

  private static func entries(of uri: Span<UInt8>, line: Int) -> [Entry] {
    do throws(OTPError) {
      guard TokenURI(uri) == .migration else {
        let token = try Token(uri: uri)
        return [Entry(line: line, label: token.label, token: .success(token), part: nil)]
      }
      let batch = try MigrationURI.batch(uri)
      guard !batch.entries.isEmpty else { throw .missingItem("token") }
      return batch.entries.map { entry in
        Entry(line: line, label: entry.label, token: entry.token, part: batch.part)
      }
    } catch {
      let label = Label(issuer: "", account: "")
      return [Entry(line: line, label: label, token: .failure(error), part: nil)]
    }
  }
}

extension Sequence<MigrationBatch.Part> {
  /// Finds the parts that are not there of the exports that are.
  ///
  /// - Returns: each missing part, by export and number. An export that claims more than a thousand
  ///   parts is not believed.
  public func missingParts() -> [MigrationBatch.Part] {
    let present = Set(self)
    var exports: [MigrationBatch.Part] = []
    for part in self where !exports.contains(where: { part.isOfSameExport(as: $0) }) {
      exports.append(part)
    }
    var missing: [MigrationBatch.Part] = []
    for export in exports where export.count <= 1000 {
      for index in 0..<export.count {
        let part = MigrationBatch.Part(
          index: index,
          count: export.count,
          exportID: export.exportID
        )
        if !present.contains(part) { missing.append(part) }
      }
    }
    return missing
  }
}

extension MigrationBatch.Part {
  fileprivate func isOfSameExport(as other: MigrationBatch.Part) -> Bool {
    exportID == other.exportID && count == other.count
  }
}
