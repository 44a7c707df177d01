// SPDX-License-Identifier: MIT
public import Secrets

extension Token {
  /// Reads a token's URI.
  ///
  /// `otpauth://totp|hotp|steam/LABEL?secret=…`, with `encoder=steam` too, and `steam://SECRET`. Names
  /// are without regard to case, unknown items are ignored, and what is left out is SHA-1, six digits,
  /// thirty seconds and counter 0.
  ///
  /// - Parameter uri: the URI as UTF-8; white space around it does not matter.
  /// - Throws: ``OTPError``; nothing of the text is in it.
  ///
  /// Key Uri Format (google-authenticator wiki), and Aegis', KeePassXC's and rbw's ways of Steam.
  public init(uri: Span<UInt8>) throws(OTPError) {
    guard let parts = URIParts(uri) else { throw .notATokenURI }
    switch parts.scheme {
    case "otpauth":
      try self.init(otpauth: uri, parts)
    case "steam":
      let secret = try Self.secret(uri.extracting(parts.host), plus: .isPlus, isSteam: true)
      try self.init(
        label: Label(issuer: "Steam", account: ""),
        secret: secret,
        generator: .steam(period: .thirtySeconds)
      )
    default:
      throw .notATokenURI
    }
  }

  private init(otpauth uri: Span<UInt8>, _ parts: URIParts) throws(OTPError) {
    let type = PercentEncoding.string(uri.extracting(parts.host), plus: .isPlus).lowercased()
    guard ["totp", "hotp", "steam"].contains(type) else { throw .unknownURIType }
    let parameters = try URIParameters(uri, parts)
    let isSteam = type == "steam" || parameters.encoder?.lowercased() == "steam"
    guard let secret = try parts.item("secret") else { throw .missingItem("secret") }
    try self.init(
      label: Label(path: uri.extracting(parts.path), issuer: parameters.issuer ?? ""),
      secret: try Self.secret(uri.extracting(secret), plus: .isSpace, isSteam: isSteam),
      generator: try parameters.generator(type: isSteam ? "steam" : type)
    )
  }

  /// Steam's own files have the secret in Base64, which is tried where Base32 can't be.
  private static func secret(
    _ text: Span<UInt8>,
    plus: PercentEncoding.Plus,
    isSteam: Bool
  ) throws(OTPError) -> Secret {
    let decoded = SecretBytes(capacity: text.count) { output in
      PercentEncoding.decode(text, plus: plus, into: &output)
    }
    return try decoded.withBytes { (bytes) throws(OTPError) in
      try secret(typed: bytes, isSteam: isSteam)
    }
  }

  /// Reads a secret as people type it or sites show it.
  ///
  /// - Parameters:
  ///   - text: Base32; for Steam, Base64 where it is no Base32.
  ///   - isSteam: whether it is Steam's.
  /// - Returns: the secret.
  /// - Throws: ``OTPError/emptySecret``, ``OTPError/invalidBase32(offset:)``,
  ///   ``OTPError/impossibleBase32Length(count:)``.
  public static func secret(typed text: Span<UInt8>, isSteam: Bool) throws(OTPError) -> Secret {
    do throws(OTPError) {
      return Secret(try Base32.decode(text))
    } catch {
      guard isSteam, error != .emptySecret, let bytes = Base64.decode(text) else { throw error }
      return Secret(bytes)
    }
  }

  /// Writes the token as a URI, with what is not as everybody has it.
  ///
  /// - Returns: ASCII, in guarded memory.
  public func uri() -> SecretBytes {
    let secretCount = (secret.count * 8 + 4) / 5
    let labelCount = 3 * (label.issuer.utf8.count * 2 + label.account.utf8.count)
    return SecretBytes(capacity: secretCount + labelCount + 256) { output in
      output.append(contentsOf: "otpauth://\(generator.typeName)/".utf8.span)
      if !label.issuer.isEmpty || label.account.contains(":") {
        // A colon that is written out ends the issuer, also an empty one.
        PercentEncoding.encode(label.issuer, into: &output)
        output.append(UInt8(ascii: ":"))
      }
      PercentEncoding.encode(label.account, into: &output)
      output.append(contentsOf: "?secret=".utf8.span)
      secret.withBytes { Base32.encode($0, into: &output) }
      if !label.issuer.isEmpty {
        output.append(contentsOf: "&issuer=".utf8.span)
        PercentEncoding.encode(label.issuer, into: &output)
      }
      output.append(contentsOf: Self.query(generator).utf8.span)
    }
  }

  private static func query(_ generator: Generator) -> String {
    var query = ""
    if generator.algorithm != .sha1 { query += "&algorithm=\(generator.algorithm.rawValue)" }
    if case .steam = generator {
    } else if generator.codeLength != Digits.six.count {
      query += "&digits=\(generator.codeLength)"
    }
    if let period = generator.period, period != .thirtySeconds {
      query += "&period=\(period.seconds)"
    }
    if let counter = generator.counter { query += "&counter=\(counter.value)" }
    return query
  }
}

extension Label {
  /// Reads a URI's label.
  ///
  /// The `issuer` item goes before the label's issuer. The label is parted after that issuer, else at
  /// the first colon that is written out, else at the first one that is encoded.
  ///
  /// - Parameters:
  ///   - path: the label, encoded.
  ///   - issuer: the `issuer` item, or empty.
  init(path: Span<UInt8>, issuer: String) {
    let whole = PercentEncoding.string(path, plus: .isPlus)
    if !issuer.isEmpty, whole.hasPrefix("\(issuer):") {
      self.init(issuer: issuer, account: Self.trimmed(whole.dropFirst(issuer.count + 1)))
      return
    }
    let ownIssuer: String
    let account: String
    if let colon = path.indices.first(where: { path[$0] == UInt8(ascii: ":") }) {
      ownIssuer = PercentEncoding.string(path.extracting(0..<colon), plus: .isPlus)
      account = PercentEncoding.string(path.extracting((colon + 1)..<path.count), plus: .isPlus)
    } else if let colon = whole.firstIndex(of: ":") {
      ownIssuer = String(whole[..<colon])
      account = String(whole[whole.index(after: colon)...])
    } else {
      ownIssuer = ""
      account = whole
    }
    self.init(
      issuer: issuer.isEmpty ? Self.trimmed(ownIssuer[...]) : issuer,
      account: Self.trimmed(account[...])
    )
  }

  /// `Cloudflare: user` has a space that is nobody's.
  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
