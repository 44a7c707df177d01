// SPDX-License-Identifier: MIT

/// What a user types to name a token.
///
/// The best rank that any token has decides; all tokens of that rank are meant.
public struct TokenQuery: Sendable {
  /// How well a token answers to a query; the better rank is the smaller one.
  public enum Rank: Int, Comparable, Sendable {
    /// The id, or `issuer:account`, letter by letter.
    case exact
    /// The issuer, the account, or `issuer:account`, without regard to case.
    case name
    /// The beginning of one of them, without regard to case.
    case prefix
    /// A part of `issuer:account`, without regard to case.
    case part

    /// Tells whether a rank is better than another.
    public static func < (left: Rank, right: Rank) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// What was typed.
  public let text: String

  /// The query, folded.
  private let characters: [Character]

  /// The same as bytes if it is ASCII; only then can it be in a label that is.
  private let ascii: [UInt8]?

  /// Makes a query.
  ///
  /// - Parameter text: what the user typed; an empty text matches nothing.
  public init(_ text: String) {
    self.text = text
    let folded = text.caseFolded
    characters = Array(folded)
    ascii = folded.utf8.span.isASCII ? Array(folded.utf8) : nil
  }

  /// Ranks a token.
  ///
  /// Labels in ASCII are compared byte by byte, which allocates nothing. Others are compared
  /// character by character, so that composed and decomposed forms are the same, after Unicode's
  /// case folding, which no locale changes: `MÜNZE` is `münze`, and `STRASSE` is `Straße`.
  ///
  /// - Parameters:
  ///   - id: the token's id.
  ///   - issuer: its issuer in UTF-8, or nothing.
  ///   - account: its account in UTF-8.
  /// - Returns: the rank, or `nil` when the token is not meant.
  public func rank(id: String, issuer: Span<UInt8>, account: Span<UInt8>) -> Rank? {
    guard !text.isEmpty else { return nil }
    return id == text ? .exact : rank(issuer: issuer, account: account)
  }

  /// Ranks a token by its label.
  ///
  /// - Parameters:
  ///   - id: the token's id.
  ///   - label: its issuer and account.
  /// - Returns: the rank, or `nil` when the token is not meant.
  public func rank(id: String, label: Label) -> Rank? {
    rank(id: id, issuer: label.issuer.utf8.span, account: label.account.utf8.span)
  }

  /// Ranks a token whose id is known to be another.
  ///
  /// - Parameters:
  ///   - issuer: its issuer in UTF-8, or nothing.
  ///   - account: its account in UTF-8.
  /// - Returns: the rank, or `nil` when the token is not meant.
  public func rank(issuer: Span<UInt8>, account: Span<UInt8>) -> Rank? {
    guard !text.isEmpty else { return nil }
    guard issuer.isASCII, account.isASCII else {
      return unicodeRank(String(replacingInvalid: issuer), String(replacingInvalid: account))
    }
    guard let ascii else { return nil }
    return asciiRank(of: ascii.span, issuer: issuer, account: account)
  }

  private func asciiRank(
    of query: Span<UInt8>,
    issuer: Span<UInt8>,
    account: Span<UInt8>
  ) -> Rank? {
    guard canHold(query, issuer, account) else { return nil }
    return rank(issuerCount: issuer.count, accountCount: account.count, queryCount: query.count) {
      place,
      offset in
      let byte: UInt8 =
        switch place {
        case .issuer(let index): issuer[index]
        case .colon: UInt8(ascii: ":")
        case .account(let index): account[index]
        }
      return byte.asciiLowercased == query[offset]
    } isExact: {
      Label(issuer: String(replacingInvalid: issuer), account: String(replacingInvalid: account))
        .text == text
    }
  }

  private func unicodeRank(_ issuer: String, _ account: String) -> Rank? {
    let (foldedIssuer, foldedAccount) = (issuer.caseFolded, account.caseFolded)
    // An ASCII character that matches is one byte in any form, so most labels end here.
    if let ascii {
      let (issuer, account) = (foldedIssuer.utf8.span, foldedAccount.utf8.span)
      guard canHold(ascii.span, issuer, account) else { return nil }
    }
    let (issuerCharacters, accountCharacters) = (Array(foldedIssuer), Array(foldedAccount))
    return rank(
      issuerCount: issuerCharacters.count,
      accountCount: accountCharacters.count,
      queryCount: characters.count
    ) { place, offset in
      switch place {
      case .issuer(let index): issuerCharacters[index] == characters[offset]
      case .colon: characters[offset] == ":"
      case .account(let index): accountCharacters[index] == characters[offset]
      }
    } isExact: {
      Label(issuer: issuer, account: account).text == text
    }
  }

  /// Whether an ASCII query may be in a label: what is in neither part and has no colon is not.
  private func canHold(
    _ query: Span<UInt8>,
    _ issuer: Span<UInt8>,
    _ account: Span<UInt8>
  ) -> Bool {
    account.contains(folded: query) || issuer.contains(folded: query)
      || query.firstIndex(of: UInt8(ascii: ":"), in: query.indices) != nil
  }

  /// A place in `issuer:account`.
  private enum Place {
    case issuer(Int)
    case colon
    case account(Int)
  }

  /// Ranks a label of which nothing is known but what is the same in the query.
  ///
  /// - Parameters:
  ///   - issuerCount: how many elements the issuer has.
  ///   - accountCount: how many elements the account has.
  ///   - queryCount: how many elements the query has.
  ///   - isSame: whether a place of the label holds the element at an offset of the query.
  ///   - isExact: whether the whole label is the query, letter by letter; asked if it is one folded.
  /// - Returns: the rank, or `nil` when the label does not hold the query.
  private func rank(
    issuerCount: Int,
    accountCount: Int,
    queryCount: Int,
    isSame: (Place, Int) -> Bool,
    isExact: () -> Bool
  ) -> Rank? {
    let hasColon = issuerCount > 0 && accountCount > 0
    let accountStart = issuerCount + (hasColon ? 1 : 0)
    let count = accountStart + accountCount
    func matches(at start: Int) -> Bool {
      guard start + queryCount <= count else { return false }
      for offset in 0..<queryCount {
        let position = start + offset
        let place: Place =
          if position < issuerCount {
            .issuer(position)
          } else if position < accountStart {
            .colon
          } else {
            .account(position - accountStart)
          }
        guard isSame(place, offset) else { return false }
      }
      return true
    }
    let isAtStart = matches(at: 0)
    if isAtStart, queryCount == count, isExact() { return .exact }
    if isAtStart, queryCount == count || queryCount == issuerCount { return .name }
    let isAtAccount = matches(at: accountStart)
    if isAtAccount, queryCount == accountCount { return .name }
    if isAtStart || isAtAccount { return .prefix }
    for start in 0..<count where matches(at: start) { return .part }
    return nil
  }
}

extension String {
  /// The text without its differences of case, the same in every locale.
  ///
  /// The mappings to small, to capital and back to small letters come to Unicode's full case folding:
  /// ẞ, ß and `SS` become `ss`, and a final ς becomes σ. Unicode Standard §3.13.
  fileprivate var caseFolded: String {
    var folded = ""
    folded.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      if scalar.isASCII {
        folded.unicodeScalars.append(Unicode.Scalar(UInt8(ascii: scalar).asciiLowercased))
      } else if scalar.properties.changesWhenCaseFolded {
        folded += scalar.properties.lowercaseMapping.uppercased().lowercased()
      } else {
        folded.unicodeScalars.append(scalar)
      }
    }
    return folded
  }

  /// Copies UTF-8 and puts U+FFFD for whatever is none.
  fileprivate init(replacingInvalid bytes: Span<UInt8>) {
    if let checked = try? UTF8Span(validating: bytes) {
      self.init(copying: checked)
    } else {
      self.init(decoding: [UInt8](bytes), as: UTF8.self)
    }
  }
}

extension [UInt8] {
  /// Copies bytes that are no secret.
  fileprivate init(_ bytes: Span<UInt8>) {
    self.init(capacity: bytes.count) { output in output.append(contentsOf: bytes) }
  }
}

extension Span<UInt8> {
  /// Whether all bytes are below 128.
  fileprivate var isASCII: Bool {
    var all: UInt8 = 0
    for index in indices { all |= self[index] }
    return all < 0x80
  }

  /// Tells whether an ASCII text holds another.
  ///
  /// - Parameter query: what to find, 1 byte or more, folded.
  /// - Returns: `true` when it is somewhere in the text, in any case.
  fileprivate func contains(folded query: Span<UInt8>) -> Bool {
    guard query.count <= count else { return false }
    let first = query[0]
    for start in 0...(count - query.count) where self[start].asciiLowercased == first {
      var length = 1
      while length < query.count, self[start + length].asciiLowercased == query[length] {
        length += 1
      }
      if length == query.count { return true }
    }
    return false
  }
}
