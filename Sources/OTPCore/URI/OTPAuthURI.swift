// SPDX-License-Identifier: MIT
import Secrets

/// An `otpauth` URI taken apart: what it says, not yet what it means.
///
/// It holds places in the URI's bytes and none of the bytes, since they contain the secret; they are
/// handed in again at each question.
///
/// Key URI format; RFC 3986 §3.
struct OTPAuthURI {
  /// The kind of token that the URI names.
  enum Kind {
    case totp
    case hotp
    case steam
  }

  /// The items of the query that have a meaning; all others are passed over.
  enum Item: String, CaseIterable {
    case secret
    case issuer
    case algorithm
    case digits
    case period
    case counter
    case encoder
  }

  /// The scheme with its slashes, in small letters.
  static let scheme: StaticString = "otpauth://"

  /// The kind that stands where other URIs have a host.
  let kind: Kind

  private let label: Range<Int>
  private var items: [Item: Range<Int>] = [:]

  /// Takes a URI apart.
  ///
  /// - Parameters:
  ///   - uri: the bytes.
  ///   - range: where the URI lies in them, without white space around it.
  /// - Throws: ``OTPError/notATokenURI``, ``OTPError/unknownURIType``,
  ///   ``OTPError/repeatedItem(_:)`` when an item that has a meaning is there twice.
  init(_ uri: Span<UInt8>, in range: Range<Int>) throws(OTPError) {
    guard uri.starts(with: Self.scheme, in: range) else { throw .notATokenURI }
    let start = range.lowerBound + Self.scheme.utf8CodeUnitCount
    // A fragment has no meaning here, and sites that forget to encode a `#` mean the character: taken
    // for a fragment's beginning, it would drop the items after it, and with them the codes.
    let rest = start..<range.upperBound
    let question = uri.firstIndex(of: UInt8(ascii: "?"), in: rest)
    let path = rest.lowerBound..<(question ?? rest.upperBound)
    let slash = uri.firstIndex(of: UInt8(ascii: "/"), in: path) ?? path.upperBound
    kind = try Self.kind(uri, in: path.lowerBound..<slash)
    label = min(slash + 1, path.upperBound)..<path.upperBound
    if let question { try takeQueryApart(uri, in: (question + 1)..<rest.upperBound) }
  }

  /// Finds the value of an item.
  ///
  /// - Parameter item: which item.
  /// - Returns: where its encoded value lies; `nil` when the item is absent, or there without a
  ///   value, which is how some sites leave one out.
  func range(of item: Item) -> Range<Int>? {
    guard let range = items[item], !range.isEmpty else { return nil }
    return range
  }

  /// Reads an item that is no secret.
  ///
  /// - Parameters:
  ///   - item: which item.
  ///   - uri: the bytes that the URI was taken from.
  /// - Returns: the value, or `nil` when there is none.
  /// - Throws: ``OTPError/invalidEncoding(_:)``.
  func text(_ item: Item, in uri: Span<UInt8>) throws(OTPError) -> String? {
    guard let range = range(of: item) else { return nil }
    return try PercentEncoding.string(
      uri.extracting(range),
      plus: .space,
      item: item.rawValue
    )
  }

  /// Reads a number.
  ///
  /// - Parameters:
  ///   - item: which item.
  ///   - uri: the bytes that the URI was taken from.
  /// - Returns: the value, or `nil` when there is none.
  /// - Throws: ``OTPError/invalidEncoding(_:)``, ``OTPError/invalidItem(_:)``.
  func integer<Integer: FixedWidthInteger>(
    _ item: Item,
    in uri: Span<UInt8>
  ) throws(OTPError) -> Integer? {
    guard let text = try text(item, in: uri) else { return nil }
    // Numbers below the range get an error that says so; a plus is no part of any number here.
    guard text.utf8.first != UInt8(ascii: "+"), let integer = Integer(text) else {
      throw .invalidItem(item.rawValue)
    }
    return integer
  }

  /// Reads issuer and account.
  ///
  /// The issuer in the query wins over the one in the label. A colon that is not encoded parts them;
  /// without one, an encoded colon does. Spaces before the account are dropped.
  ///
  /// - Parameter uri: the bytes that the URI was taken from.
  /// - Returns: the label; either part may be empty.
  /// - Throws: ``OTPError/invalidEncoding(_:)``.
  func label(in uri: Span<UInt8>) throws(OTPError) -> Label {
    let issuer = try text(.issuer, in: uri) ?? ""
    let whole = try labelText(uri, in: label)
    if let account = whole.account(afterIssuer: issuer) {
      return Label(issuer: issuer, account: account)
    }
    var parts = whole.partedAtColon()
    if let colon = uri.firstIndex(of: UInt8(ascii: ":"), in: label) {
      parts = Label(
        issuer: try labelText(uri, in: label.lowerBound..<colon),
        account: try labelText(uri, in: (colon + 1)..<label.upperBound)
      )
    }
    return Label(
      issuer: issuer.isEmpty ? parts.issuer : issuer,
      account: parts.account.droppingLeadingSpaces()
    )
  }

  private func labelText(_ uri: Span<UInt8>, in range: Range<Int>) throws(OTPError) -> String {
    try PercentEncoding.string(uri.extracting(range), plus: .plus, item: "label")
  }

  private static func kind(_ uri: Span<UInt8>, in range: Range<Int>) throws(OTPError) -> Kind {
    // All three names have their own length or their own letters, so a whole match is an exact one.
    if range.count == 4, uri.starts(with: "totp", in: range) { return .totp }
    if range.count == 4, uri.starts(with: "hotp", in: range) { return .hotp }
    if range.count == 5, uri.starts(with: "steam", in: range) { return .steam }
    throw .unknownURIType
  }

  private mutating func takeQueryApart(
    _ uri: Span<UInt8>,
    in query: Range<Int>
  ) throws(OTPError) {
    var start = query.lowerBound
    while start < query.upperBound {
      let rest = start..<query.upperBound
      let end = uri.firstIndex(of: UInt8(ascii: "&"), in: rest) ?? query.upperBound
      let equals = uri.firstIndex(of: UInt8(ascii: "="), in: start..<end) ?? end
      // `&amp;` is what is left of a URI that was copied out of a page's source.
      let name = uri.starts(with: "amp;", in: start..<equals) ? start + 4 : start
      if let item = Self.item(uri, in: name..<equals) {
        let value = min(equals + 1, end)..<end
        guard items.updateValue(value, forKey: item) == nil else {
          throw .repeatedItem(item.rawValue)
        }
      }
      start = end + 1
    }
  }

  private static func item(_ uri: Span<UInt8>, in range: Range<Int>) -> Item? {
    // The longest name has nine letters; a longer key is not worth a string.
    guard range.count <= 9 else { return nil }
    var name = ""
    for index in range { name.unicodeScalars.append(Unicode.Scalar(uri[index].asciiLowercased)) }
    return Item(rawValue: name)
  }
}
