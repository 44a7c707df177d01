// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// Lists of URIs: text with a URI a line, or a JSON list of them.
///
/// Ente's plain export adds `codeDisplay`, a JSON object with tags, note and marks; WinAuth adds `icon`.
/// Lines of Google's export hold several tokens each.
enum OTPAuthList: FormatReader {
  static let format = Format.otpauth

  static func recognises(_ document: Document) -> Bool {
    if let elements = document.json?.elements {
      return elements.contains { $0.text.map { $0.withBytes(holdsURI) } == true }
    }
    return document.json == nil && document.xml == nil && document.bytes.withBytes(holdsURI)
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    if let elements = document.json?.elements {
      return elements.flatMap { element in
        element.text.map(drafts(inLine:)) ?? [.rejected(.malformed)]
      }
    }
    return drafts(in: document.bytes)
  }

  /// Reads a list that is text.
  static func drafts(in text: Secret) -> [Draft] {
    lines(of: text).flatMap(drafts(inLine:))
  }

  /// The parts of a Google export in a list.
  static func parts(in document: Document) -> [MigrationBatch.Part] {
    let texts = document.json?.elements?.compactMap(\.text) ?? lines(of: document.bytes)
    var parts: [MigrationBatch.Part] = []
    for text in texts {
      guard let uri = uri(in: text), uri.withBytes({ TokenURI($0) }) == .migration,
        let batch = try? uri.withBytes(MigrationURI.batch)
      else { continue }
      parts.append(batch.part)
    }
    return parts
  }

  private static func holdsURI(_ text: Span<UInt8>) -> Bool {
    for index in text.indices where text[index] == UInt8(ascii: ":") {
      guard text.begins(with: "://", at: index) else { continue }
      for scheme: StaticString in ["otpauth", "otpauth-migration", "steam", "motp"]
      where text.begins(folding: scheme, at: index - scheme.utf8CodeUnitCount) {
        return true
      }
    }
    return false
  }

  private static func lines(of text: Secret) -> [Secret] {
    // Ranges first: a secret of each line shares the text's own arena.
    let ranges = text.withBytes { bytes in
      var ranges: [Range<Int>] = []
      var start = 0
      for index in bytes.indices where bytes[index] == 0x0A || bytes[index] == 0x0D {
        if index > start { ranges.append(start..<index) }
        start = index + 1
      }
      if start < bytes.count { ranges.append(start..<bytes.count) }
      return ranges
    }
    return ranges.map(text.part)
  }

  /// Finds the URI of a line, at the earliest after what can be no part of its scheme.
  private static func uri(in line: Secret) -> Secret? {
    let range = line.withBytes { bytes -> Range<Int>? in
      var end = bytes.count
      while end > 0, bytes[end - 1] <= 0x20 { end -= 1 }
      var start = 0
      while start < end, bytes[start] <= 0x20 { start += 1 }
      guard start < end, bytes[start] != UInt8(ascii: "#") else { return nil }
      for index in start..<end where bytes.begins(with: "://", at: index) {
        var scheme = index
        while scheme > start, bytes[scheme - 1].isSchemeCharacter { scheme -= 1 }
        return scheme..<end
      }
      return nil
    }
    return range.map(line.part)
  }

  private static func drafts(inLine line: Secret) -> [Draft] {
    guard let uri = uri(in: line) else { return [] }
    let kind = uri.withBytes { TokenURI($0) }
    guard kind == .migration else { return [draft(uri, kind)] }
    do throws(OTPError) {
      let batch = try uri.withBytes(MigrationURI.batch)
      return batch.entries.map { entry in
        var draft = Draft(issuer: entry.label.issuer, account: entry.label.account)
        switch entry.token {
        case .success(let token):
          draft.text = token.secret
          draft.encoding = .bytes
          draft.generator = .success(token.generator)
        case .failure(let error): draft.generator = .failure(.otp(error))
        }
        return draft
      }
    } catch {
      return [.rejected(.otp(error))]
    }
  }

  private static func draft(_ uri: Secret, _ kind: TokenURI?) -> Draft {
    guard kind != nil else {
      let isMOTP = uri.withBytes { $0.begins(folding: "motp", at: 0) }
      return .rejected(isMOTP ? .unsupportedType("motp") : .otp(.notATokenURI))
    }
    let isSteam = kind == .steam
    var draft = Draft(uri: uri, or: Label(issuer: isSteam ? "Steam" : "", account: ""))
    draft.hadIcon = item("icon", of: uri) != nil
    guard let display = item("codeDisplay", of: uri),
      let json = try? display.withBytes(JSONReader.document)
    else { return draft }
    draft.tags = json["tags"]?.elements?.compactMap(\.string) ?? []
    draft.note = json["note"]?.string ?? ""
    draft.markFavourite(json["pinned"]?.isTrue == true)
    if json["trashed"]?.isTrue == true { draft.tags.append("trashed") }
    return draft
  }

  /// The value of an item of the query, decoded.
  private static func item(_ name: StaticString, of uri: Secret) -> Secret? {
    let value = uri.withBytes { bytes -> SecretBytes? in
      for index in bytes.indices where [0x26, 0x3F].contains(bytes[index]) {
        guard bytes.begins(with: name, at: index + 1) else { continue }
        let start = index + 2 + name.utf8CodeUnitCount
        guard start <= bytes.count, bytes[start - 1] == UInt8(ascii: "=") else { continue }
        var end = start
        while end < bytes.count, bytes[end] != 0x26, bytes[end] != 0x23 { end += 1 }
        return try? PercentEncoding.secretBytes(
          bytes.extracting(start..<end),
          plus: .space,
          item: "codeDisplay"
        )
      }
      return nil
    }
    guard let value = consume value else { return nil }
    return Secret(value)
  }
}

extension UInt8 {
  /// RFC 3986 §3.1.
  fileprivate var isSchemeCharacter: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"):
      true
    default: false
    }
  }
}

extension Span<UInt8> {
  /// Whether the bytes from an offset on are these small letters, whatever their case.
  func begins(folding text: StaticString, at offset: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard offset >= 0, count - offset >= length else { return false }
    // The pointer is good for the length of the constant.
    return text.withUTF8Buffer { buffer in
      for index in 0..<length {
        let byte = self[offset + index]
        let folded = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
        guard unsafe folded == buffer[index] else { return false }
      }
      return true
    }
  }
}
