// SPDX-License-Identifier: MIT

/// What a person typed to name a token.
///
/// Matching goes by levels, and the first one that has a match decides; all but the exact one are
/// without regard to case, by Unicode's rules and so alike in every locale.
public struct TokenQuery: Sendable {
  /// How well a token matches; the least is the best.
  public enum Rank: Int, Comparable, Sendable {
    /// The id, or `issuer:account` to the letter.
    case exact
    /// Issuer, account or `issuer:account`.
    case name
    /// How issuer, account or `issuer:account` begins.
    case prefix
    /// A part of `issuer:account`.
    case substring

    /// Tells which of two is the better match.
    public static func < (left: Rank, right: Rank) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// What was typed.
  public let text: String
  private let folded: String
  /// What was typed as ASCII in lower case, or `nil` when it is not ASCII.
  private let asciiFolded: [UInt8]?
  /// The 16 bytes of an id, when that is what was typed.
  private let idBytes: [UInt8]?

  /// Takes what was typed.
  ///
  /// - Parameter text: an issuer, an account, `issuer:account`, an id of 32 hexadecimal digits, or a
  ///   part.
  public init(_ text: String) {
    self.text = text
    folded = Self.fold(text)
    let bytes = Array(text.utf8)
    asciiFolded = bytes.allSatisfy { $0 < 0x80 } ? bytes.map(Self.lowercased) : nil
    idBytes = Self.idBytes(bytes)
  }

  /// Tells how well a token matches.
  ///
  /// - Parameters:
  ///   - id: its id, 16 bytes, or none.
  ///   - issuer: its issuer as UTF-8.
  ///   - account: its account as UTF-8.
  /// - Returns: the level, or `nil` when it does not match at all, as nothing matches an empty query.
  public func rank(id: Span<UInt8>, issuer: Span<UInt8>, account: Span<UInt8>) -> Rank? {
    guard !text.isEmpty else { return nil }
    if let idBytes, idBytes.count == id.count,
      id.indices.allSatisfy({ id[$0] == idBytes[$0] })
    {
      return .exact
    }
    if let asciiFolded, Self.isASCII(issuer), Self.isASCII(account) {
      return rank(asciiFolded.span, issuer, account)
    }
    return rank(Label(issuer: Self.string(issuer), account: Self.string(account)))
  }

  /// Tells how well a label matches.
  ///
  /// - Parameter label: issuer and account.
  /// - Returns: the level, or `nil` when it does not match at all.
  public func rank(_ label: Label) -> Rank? {
    guard !text.isEmpty else { return nil }
    if label.text == text { return .exact }
    let issuer = Self.fold(label.issuer)
    let account = Self.fold(label.account)
    let whole = Self.fold(label.text)
    if issuer == folded || account == folded || whole == folded { return .name }
    if issuer.hasPrefix(folded) || account.hasPrefix(folded) || whole.hasPrefix(folded) {
      return .prefix
    }
    return Self.contains(whole, folded) ? .substring : nil
  }

  /// The same for ASCII, which most labels are, without making a string.
  private func rank(
    _ query: Span<UInt8>,
    _ issuer: Span<UInt8>,
    _ account: Span<UInt8>
  ) -> Rank? {
    let label = JoinedLabel(issuerCount: issuer.count, accountCount: account.count)
    let matchesWhole = label.matches(query, issuer, account, at: 0)
    if matchesWhole && query.count == label.count {
      return isExactly(issuer, account, label) ? .exact : .name
    }
    let isIssuer = Self.begins(issuer, with: query)
    let isAccount = Self.begins(account, with: query)
    if isIssuer && issuer.count == query.count || isAccount && account.count == query.count {
      return .name
    }
    if matchesWhole || isIssuer || isAccount { return .prefix }
    guard query.count < label.count else { return nil }
    for start in 1...(label.count - query.count)
    where label.matches(query, issuer, account, at: start) {
      return .substring
    }
    return nil
  }

  private func isExactly(
    _ issuer: Span<UInt8>,
    _ account: Span<UInt8>,
    _ label: JoinedLabel
  ) -> Bool {
    var index = 0
    for byte in text.utf8 {
      guard label.byte(at: index, issuer, account) == byte else { return false }
      index += 1
    }
    return index == label.count
  }

  private static func begins(_ text: Span<UInt8>, with query: Span<UInt8>) -> Bool {
    guard text.count >= query.count else { return false }
    return query.indices.allSatisfy { lowercased(text[$0]) == query[$0] }
  }

  private static func isASCII(_ bytes: Span<UInt8>) -> Bool {
    bytes.indices.allSatisfy { bytes[$0] < 0x80 }
  }

  private static func string(_ bytes: Span<UInt8>) -> String {
    let copy = [UInt8](capacity: bytes.count) { $0.append(contentsOf: bytes) }
    return String(decoding: copy, as: UTF8.self)
  }

  fileprivate static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }

  /// Folds case, by way of upper case: ß, ς and ſ become what SS, Σ and S become.
  private static func fold(_ text: String) -> String {
    text.uppercased().lowercased()
  }

  /// Looks for whole characters, in either form of normalisation.
  private static func contains(_ text: String, _ part: String) -> Bool {
    let text = Array(text)
    let part = Array(part)
    guard part.count <= text.count else { return false }
    for start in 0...(text.count - part.count)
    where text[start..<(start + part.count)].elementsEqual(part) {
      return true
    }
    return false
  }

  private static func idBytes(_ text: [UInt8]) -> [UInt8]? {
    guard text.count == 32 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: text.count, by: 2) {
      let digits = String(decoding: text[index...(index + 1)], as: UTF8.self)
      guard let byte = UInt8(digits, radix: 16) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}

/// `issuer:account` as if it were written out, or the one of them that there is.
private struct JoinedLabel {
  private let issuerCount: Int
  let count: Int

  init(issuerCount: Int, accountCount: Int) {
    self.issuerCount = issuerCount
    let colonCount = issuerCount > 0 && accountCount > 0 ? 1 : 0
    count = issuerCount + colonCount + accountCount
  }

  func byte(at index: Int, _ issuer: Span<UInt8>, _ account: Span<UInt8>) -> UInt8? {
    guard index < count else { return nil }
    if issuerCount == 0 { return account[index] }
    if index < issuerCount { return issuer[index] }
    return index == issuerCount ? UInt8(ascii: ":") : account[index - issuerCount - 1]
  }

  func matches(
    _ query: Span<UInt8>,
    _ issuer: Span<UInt8>,
    _ account: Span<UInt8>,
    at start: Int
  ) -> Bool {
    guard start + query.count <= count else { return false }
    for index in query.indices {
      guard let byte = byte(at: start + index, issuer, account),
        TokenQuery.lowercased(byte) == query[index]
      else { return false }
    }
    return true
  }
}
