// SPDX-License-Identifier: MIT
public import Secrets

extension Token {
  /// The scheme of Steam's own URIs with its slashes, in small letters.
  static let steamScheme: StaticString = "steam://"

  /// Reads an `otpauth://` or `steam://` URI.
  ///
  /// The label may be empty. An item without a value counts as absent; unknown items are passed over;
  /// those that have a meaning for the kind of token are honoured or refused, and so a period beside a
  /// counter, which many sites write, says nothing. A counter-based token without a counter begins at 0, as a
  /// fresh token does and as other authenticators take it, though the format requires one.
  ///
  /// - Parameter uri: the bytes; white space around them is dropped.
  /// - Throws: ``OTPError``.
  ///
  /// Key URI format.
  public init(uri: Span<UInt8>) throws(OTPError) {
    let range = uri.trimmed(0..<uri.count)
    if uri.starts(with: Self.steamScheme, in: range) {
      try self.init(steam: uri, in: range)
    } else {
      try self.init(otpauth: uri, in: range)
    }
  }

  /// `steam://SECRET`, as Bitwarden and others keep it.
  private init(steam uri: Span<UInt8>, in range: Range<Int>) throws(OTPError) {
    let start = range.lowerBound + Self.steamScheme.utf8CodeUnitCount
    let slash = uri.firstIndex(of: UInt8(ascii: "/"), in: start..<range.upperBound)
    try self.init(
      label: Label(issuer: "Steam", account: ""),
      secret: Self.secret(uri, in: start..<(slash ?? range.upperBound)),
      generator: .steam(period: .thirtySeconds)
    )
  }

  private init(otpauth uri: Span<UInt8>, in range: Range<Int>) throws(OTPError) {
    let parts = try OTPAuthURI(uri, in: range)
    let generator = try Generator(parts, in: uri)
    guard let secret = parts.range(of: .secret) else {
      throw .missingItem(OTPAuthURI.Item.secret.rawValue)
    }
    try self.init(
      label: parts.label(in: uri),
      secret: Self.secret(uri, in: secret),
      generator: generator
    )
  }

  private static func secret(_ uri: Span<UInt8>, in range: Range<Int>) throws(OTPError) -> Secret {
    let isPlain =
      uri.firstIndex(of: UInt8(ascii: "%"), in: range) == nil
      && uri.firstIndex(of: UInt8(ascii: "+"), in: range) == nil
    if isPlain { return Secret(try Base32.decode(uri.extracting(range))) }
    let text = try PercentEncoding.secretBytes(
      uri.extracting(range),
      plus: .space,
      item: OTPAuthURI.Item.secret.rawValue
    )
    return Secret(try Base32.decode(text.span))
  }

  /// Writes an `otpauth://` URI, every item of it, so that no reader's defaults matter.
  ///
  /// Reading it gives the same token. A Steam token is written as `totp` with `encoder=steam`, which
  /// the most readers understand.
  ///
  /// - Returns: ASCII; as secret as the token is.
  /// - Throws: ``OTPError/counterSpent`` when there is no next counter to write.
  ///
  /// Key URI format.
  public func uri() throws(OTPError) -> SecretBytes {
    if let counter = generator.counter, counter.isSpent { throw .counterSpent }
    let labelCount =
      PercentEncoding.encodedCount(label.issuer.utf8.span) * 2
      + PercentEncoding.encodedCount(label.account.utf8.span)
    let secretCount = Base32.encodedCount(byteCount: secret.count)
    // 128 is more than scheme, names and numbers take together.
    return SecretBytes(capacity: 128 + labelCount + secretCount) { output in
      output.append(ascii: generator.counter == nil ? "otpauth://totp/" : "otpauth://hotp/")
      appendLabel(to: &output)
      output.append(ascii: "?secret=")
      secret.withBytes { bytes in Base32.append(bytes, to: &output) }
      if !label.issuer.isEmpty {
        output.append(ascii: "&issuer=")
        PercentEncoding.append(label.issuer.utf8.span, to: &output)
      }
      appendGenerator(to: &output)
    }
  }

  private func appendLabel(to output: inout OutputSpan<UInt8>) {
    PercentEncoding.append(label.issuer.utf8.span, to: &output)
    // Without an issuer the colon keeps one in the account from parting it.
    if !label.issuer.isEmpty || label.account.utf8.contains(UInt8(ascii: ":")) {
      output.append(ascii: ":")
    }
    PercentEncoding.append(label.account.utf8.span, to: &output)
  }

  private func appendGenerator(to output: inout OutputSpan<UInt8>) {
    let items =
      switch generator {
      case .totp(let algorithm, let digits, let period):
        "&algorithm=\(algorithm.rawValue)&digits=\(digits.count)&period=\(period.seconds)"
      case .hotp(let algorithm, let digits, let counter):
        "&algorithm=\(algorithm.rawValue)&digits=\(digits.count)&counter=\(counter.value)"
      case .steam(let period):
        "&digits=5&period=\(period.seconds)&encoder=steam"
      }
    output.append(contentsOf: items.utf8.span)
  }
}
