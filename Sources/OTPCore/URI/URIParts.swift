// SPDX-License-Identifier: MIT

/// Where the parts of a URI lie in its text; nothing is copied, since one of them is a secret.
///
/// RFC 3986 §3, read leniently: any byte may stand anywhere.
struct URIParts {
  /// The scheme in lower case.
  let scheme: String
  /// What stands between `//` and the path.
  let host: Range<Int>
  /// What stands after the host's slash.
  let path: Range<Int>
  /// The query's names in lower case, and where their values lie.
  let items: [(name: String, value: Range<Int>)]

  /// Takes a URI apart.
  ///
  /// The result is `nil` when the text does not begin with a scheme and `//`.
  ///
  /// - Parameter text: the URI, white space around it and all.
  init?(_ text: Span<UInt8>) {
    var start = 0
    var end = text.count
    while start < end, isWhiteSpace(text[start]) { start += 1 }
    while end > start, isWhiteSpace(text[end - 1]) { end -= 1 }
    guard
      let colon = (start..<end).first(where: { text[$0] == UInt8(ascii: ":") }), colon + 2 < end,
      text[colon + 1] == UInt8(ascii: "/"), text[colon + 2] == UInt8(ascii: "/")
    else { return nil }
    scheme = lowercasedString(text, start..<colon)
    let hostStart = colon + 3
    var hostEnd = hostStart
    while hostEnd < end, text[hostEnd] != UInt8(ascii: "/"), text[hostEnd] != UInt8(ascii: "?") {
      hostEnd += 1
    }
    host = hostStart..<hostEnd
    var pathEnd = hostEnd
    while pathEnd < end, text[pathEnd] != UInt8(ascii: "?") { pathEnd += 1 }
    path = min(hostEnd + 1, pathEnd)..<pathEnd
    items = Self.items(text, min(pathEnd + 1, end)..<end)
  }

  private static func items(
    _ text: Span<UInt8>,
    _ query: Range<Int>
  ) -> [(name: String, value: Range<Int>)] {
    var items: [(name: String, value: Range<Int>)] = []
    var start = query.lowerBound
    while start < query.upperBound {
      var end = start
      var equals: Int?
      while end < query.upperBound, text[end] != UInt8(ascii: "&") {
        if text[end] == UInt8(ascii: "="), equals == nil { equals = end }
        end += 1
      }
      let name = lowercasedString(text, start..<(equals ?? end))
      items.append((name, (equals.map { $0 + 1 } ?? end)..<end))
      start = end + 1
    }
    return items
  }

  /// Finds an item of the query.
  ///
  /// - Parameter name: its name in lower case.
  /// - Returns: where its value lies, or `nil` when it is not there.
  /// - Throws: ``OTPError/repeatedItem(_:)``.
  func item(_ name: String) throws(OTPError) -> Range<Int>? {
    let values = items.filter { $0.name == name }
    guard values.count <= 1 else { throw .repeatedItem(name) }
    return values.first?.value
  }
}

/// Whether a byte is a space, a tab or a line's end.
func isWhiteSpace(_ byte: UInt8) -> Bool {
  byte == 0x20 || (0x09...0x0D).contains(byte)
}

private func lowercasedString(_ text: Span<UInt8>, _ range: Range<Int>) -> String {
  let bytes = [UInt8](capacity: range.count) { $0.append(contentsOf: text.extracting(range)) }
  return String(decoding: bytes, as: UTF8.self).lowercased()
}
