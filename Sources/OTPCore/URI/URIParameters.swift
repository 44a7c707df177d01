// SPDX-License-Identifier: MIT

/// What a URI's query says of a token, without its secret.
struct URIParameters {
  let issuer: String?
  let encoder: String?
  private let algorithm: String?
  private let digits: String?
  private let period: String?
  private let counter: String?

  /// Decodes the items.
  ///
  /// - Parameters:
  ///   - uri: the URI.
  ///   - parts: where its parts lie.
  /// - Throws: ``OTPError/repeatedItem(_:)``.
  init(_ uri: Span<UInt8>, _ parts: URIParts) throws(OTPError) {
    func text(_ name: String) throws(OTPError) -> String? {
      guard let range = try parts.item(name) else { return nil }
      return PercentEncoding.string(uri.extracting(range), plus: .isSpace)
    }
    issuer = try text("issuer")
    encoder = try text("encoder")
    algorithm = try text("algorithm")
    digits = try text("digits")
    period = try text("period")
    counter = try text("counter")
  }

  /// Says how codes are made.
  ///
  /// - Parameter type: `totp`, `hotp` or `steam`.
  /// - Returns: the generator, with what is left out as everybody has it.
  /// - Throws: ``OTPError/unknownAlgorithm``, ``OTPError/digitsOutOfRange(_:)``,
  ///   ``OTPError/periodOutOfRange(_:)``, ``OTPError/invalidItem(_:)``.
  func generator(type: String) throws(OTPError) -> Generator {
    let algorithm = try algorithm.map(Algorithm.init(name:)) ?? .sha1
    let period = try self.period.map { (text) throws(OTPError) in
      guard let seconds = Int64(text) else { throw .invalidItem("period") }
      return try Period(seconds: seconds)
    }
    if type == "steam" {
      // Steam has no other; one that is asked for would make codes that are wrong.
      guard algorithm == .sha1 else { throw .invalidItem("algorithm") }
      return .steam(period: period ?? .thirtySeconds)
    }
    let digits = try self.digits.map { (text) throws(OTPError) in
      guard let count = Int(text) else { throw .invalidItem("digits") }
      return try Digits(count)
    }
    guard type == "hotp" else {
      return .totp(
        algorithm: algorithm,
        digits: digits ?? .six,
        period: period ?? .thirtySeconds
      )
    }
    let counter = try self.counter.map { (text) throws(OTPError) in
      guard let value = UInt64(text) else { throw .invalidItem("counter") }
      return Counter(value)
    }
    return .hotp(algorithm: algorithm, digits: digits ?? .six, counter: counter ?? Counter(0))
  }
}
