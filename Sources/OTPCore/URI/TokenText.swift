// SPDX-License-Identifier: MIT

/// Text with URIs in it: what a QR code says, or a list of URIs, one a line.
public enum TokenText {
  /// What one URI, or one line, holds.
  public enum Content: Sendable {
    /// One token.
    case token(Token)
    /// A part of an export of Google Authenticator.
    case migration(Migration)
  }

  /// A line of a list that holds something.
  public struct Line: Sendable {
    /// Which line, from 1.
    public let number: Int
    /// What it holds, or why it can't be read.
    public let content: Result<Content, OTPError>
  }

  private static let schemes = ["otpauth://", "otpauth-migration://", "steam://"]

  /// Tells whether text is a URI of a kind that holds tokens; it may still be a bad one.
  ///
  /// - Parameter text: UTF-8; white space in front does not matter.
  /// - Returns: whether it begins as those do.
  public static func isURI(_ text: Span<UInt8>) -> Bool {
    var start = 0
    while start < text.count, isWhiteSpace(text[start]) { start += 1 }
    return beginsWithScheme(text.extracting(start..<text.count))
  }

  /// Reads one URI.
  ///
  /// - Parameter uri: UTF-8.
  /// - Returns: what it holds.
  /// - Throws: ``OTPError``.
  public static func content(of uri: Span<UInt8>) throws(OTPError) -> Content {
    if let parts = URIParts(uri), parts.scheme == Migration.scheme {
      return .migration(try Migration(uri: uri))
    }
    return .token(try Token(uri: uri))
  }

  /// Reads a list of URIs.
  ///
  /// Blank lines, lines that begin with `#` and a byte order mark are skipped; a line may begin with a
  /// key such as `otpauth: `, as files of pass do.
  ///
  /// - Parameter text: UTF-8 with LF or CR LF.
  /// - Returns: the other lines, in their order.
  public static func lines(of text: Span<UInt8>) -> [Line] {
    var lines: [Line] = []
    var number = 0
    var start = hasByteOrderMark(text) ? 3 : 0
    while start < text.count {
      var end = start
      while end < text.count, text[end] != UInt8(ascii: "\n") { end += 1 }
      number += 1
      let line = text.extracting(withoutKey(text, trimmed(text, start..<end)))
      if !line.isEmpty && line[0] != UInt8(ascii: "#") {
        lines.append(
          Line(
            number: number,
            content: Result { () throws(OTPError) in try content(of: line) }
          )
        )
      }
      start = end + 1
    }
    return lines
  }

  private static func hasByteOrderMark(_ text: Span<UInt8>) -> Bool {
    text.count >= 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF
  }

  private static func trimmed(_ text: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, isWhiteSpace(text[start]) { start += 1 }
    while end > start, isWhiteSpace(text[end - 1]) { end -= 1 }
    return start..<end
  }

  /// `otpauth: otpauth://…`: a word, a colon and white space before the URI.
  private static func withoutKey(_ text: Span<UInt8>, _ line: Range<Int>) -> Range<Int> {
    var index = line.lowerBound
    while index < line.upperBound, isWordByte(text[index]) { index += 1 }
    guard index > line.lowerBound, index + 1 < line.upperBound,
      text[index] == UInt8(ascii: ":"), isWhiteSpace(text[index + 1])
    else { return line }
    let rest = trimmed(text, (index + 1)..<line.upperBound)
    return beginsWithScheme(text.extracting(rest)) ? rest : line
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte | 0x20 {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
  }

  private static func beginsWithScheme(_ text: Span<UInt8>) -> Bool {
    schemes.contains { scheme in
      let bytes = scheme.utf8.span
      guard text.count >= bytes.count else { return false }
      return bytes.indices.allSatisfy { index in
        let byte = text[index]
        let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
        return (isUpper ? byte | 0x20 : byte) == bytes[index]
      }
    }
  }
}
