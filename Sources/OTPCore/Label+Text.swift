// SPDX-License-Identifier: MIT

extension Label {
  /// Reads a label out of one text, beside which an issuer may stand.
  ///
  /// - Parameters:
  ///   - text: `account`, or `issuer:account`.
  ///   - issuer: an issuer that is known from elsewhere, or empty. If there is one, nothing but
  ///     itself is taken off the text.
  package init(text: String, issuer: String) {
    if let account = text.account(afterIssuer: issuer) {
      self.init(issuer: issuer, account: account)
    } else if issuer.isEmpty {
      let parts = text.partedAtColon()
      self.init(issuer: parts.issuer, account: parts.account.droppingLeadingSpaces())
    } else {
      self.init(issuer: issuer, account: text.droppingLeadingSpaces())
    }
  }
}

/// Byte by byte, since a combining mark after a colon makes another character of it.
extension String {
  /// Takes `issuer:` and spaces off the front.
  ///
  /// - Parameter issuer: what to take off.
  /// - Returns: the rest; `nil` when the text does not begin so, or there is no issuer.
  func account(afterIssuer issuer: String) -> String? {
    guard !issuer.isEmpty, utf8.starts(with: "\(issuer):".utf8) else { return nil }
    return String(Substring(utf8.dropFirst(issuer.utf8.count + 1))).droppingLeadingSpaces()
  }

  /// Parts a text at its first colon.
  ///
  /// - Returns: what stands before and after it; the text alone is an account.
  func partedAtColon() -> Label {
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else {
      return Label(issuer: "", account: self)
    }
    return Label(
      issuer: String(Substring(utf8[..<colon])),
      account: String(Substring(utf8[utf8.index(after: colon)...]))
    )
  }

  /// Drops the spaces that sites put between issuer and account.
  ///
  /// - Returns: the rest.
  ///
  /// Key URI format: `label = accountname / issuer (":" / "%3A") *"%20" accountname`.
  func droppingLeadingSpaces() -> String {
    guard utf8.first == UInt8(ascii: " ") else { return self }
    return String(Substring(utf8.drop { byte in byte == UInt8(ascii: " ") }))
  }
}
