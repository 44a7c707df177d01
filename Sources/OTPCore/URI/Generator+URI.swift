// SPDX-License-Identifier: MIT

extension Generator {
  /// Reads how codes are made.
  ///
  /// - Parameters:
  ///   - parts: a URI taken apart.
  ///   - uri: the bytes that it was taken from.
  /// - Throws: ``OTPError``.
  init(_ parts: OTPAuthURI, in uri: Span<UInt8>) throws(OTPError) {
    let algorithm = try parts.text(.algorithm, in: uri).map { name throws(OTPError) in
      try Algorithm(name: name)
    }
    if try Self.isSteam(parts, in: uri) {
      // Steam has five characters of SHA-1 whatever `digits` says; another hash can't be honoured.
      guard algorithm ?? .sha1 == .sha1 else { throw .unknownAlgorithm }
      self = .steam(period: try Self.period(parts, in: uri))
      return
    }
    let count: Int? = try parts.integer(.digits, in: uri)
    let digits = try count.map { count throws(OTPError) in try Digits(count) } ?? .six
    if parts.kind == .hotp {
      let counter: UInt64? = try parts.integer(.counter, in: uri)
      self = .hotp(algorithm: algorithm ?? .sha1, digits: digits, counter: Counter(counter ?? 0))
    } else {
      let period = try Self.period(parts, in: uri)
      self = .totp(algorithm: algorithm ?? .sha1, digits: digits, period: period)
    }
  }

  private static func isSteam(
    _ parts: OTPAuthURI,
    in uri: Span<UInt8>
  ) throws(OTPError) -> Bool {
    guard let encoder = try parts.text(.encoder, in: uri) else { return parts.kind == .steam }
    guard encoder.lowercased() == "steam", parts.kind != .hotp else {
      throw .invalidItem(OTPAuthURI.Item.encoder.rawValue)
    }
    return true
  }

  private static func period(
    _ parts: OTPAuthURI,
    in uri: Span<UInt8>
  ) throws(OTPError) -> Period {
    let seconds: Int64? = try parts.integer(.period, in: uri)
    return try seconds.map { seconds throws(OTPError) in try Period(seconds: seconds) }
      ?? .thirtySeconds
  }
}
