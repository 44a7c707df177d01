// SPDX-License-Identifier: MIT
import Secrets

extension TokenURI {
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
    var drafts: [Draft] = []
    // A secret takes fewer bytes than its text.
    let secrets = SecretBytes(capacity: text.count) { output in
      var line = 0
      var start = text.starts(with: "\u{FEFF}", in: 0..<text.count) ? 3 : 0
      while start < text.count {
        line += 1
        var end = start
        while end < text.count, text[end] != 0x0A, text[end] != 0x0D { end += 1 }
        let content = text.trimmed(start..<end)
        if !content.isEmpty, text[content.lowerBound] != UInt8(ascii: "#") {
          let uri = content.lowerBound + offset(ofURIIn: text.extracting(content))
          for entry in entries(of: text.extracting(uri..<content.upperBound), line: line) {
            drafts.append(Draft(entry, copyingSecretTo: &output))
          }
        }
        let isPair = end + 1 < text.count && text[end] == 0x0D && text[end + 1] == 0x0A
        start = end + (isPair ? 2 : 1)
      }
    }
    let arena = SecretArena(secrets)
    return drafts.map { draft in draft.entry(in: arena) }
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

/// An entry whose secret waits for the arena that all secrets of a list share.
///
/// Guarded memory for each would exhaust the kernel's table of mappings at some 16,000 tokens.
private struct Draft {
  private let line: Int
  private let label: Label
  private let generator: Result<Generator, OTPError>
  private let secret: Range<Int>
  private let part: MigrationBatch.Part?

  /// Copies an entry's secret; its own memory ends with the entry.
  init(_ entry: TokenURI.Entry, copyingSecretTo output: inout OutputSpan<UInt8>) {
    let start = output.count
    if case .success(let token) = entry.token {
      token.secret.withBytes { bytes in output.append(contentsOf: bytes) }
    }
    secret = start..<output.count
    line = entry.line
    label = entry.label
    generator = entry.token.map(\.generator)
    part = entry.part
  }

  func entry(in arena: SecretArena) -> TokenURI.Entry {
    let token = generator.flatMap { generator in
      Result { () throws(OTPError) in
        try Token(label: label, secret: arena.secret(in: secret), generator: generator)
      }
    }
    return TokenURI.Entry(line: line, label: label, token: token, part: part)
  }
}
