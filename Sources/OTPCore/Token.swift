// SPDX-License-Identifier: MIT
public import Secrets

/// One software token: whose it is, its secret, and how it makes codes.
public struct Token: Sendable {
  /// Issuer and account.
  public var label: Label

  /// The shared secret *K*: 1 to 1,024 bytes.
  public let secret: Secret

  /// How codes are made of the secret.
  public var generator: Generator

  /// The user's own marks, in order.
  public var tags: [String]

  /// The user's own words.
  public var note: String

  /// How long a secret may be, in bytes.
  public static let secretByteCounts = 1...1024

  /// Makes a token.
  ///
  /// - Parameters:
  ///   - label: issuer and account.
  ///   - secret: the shared secret, 1 to 1,024 bytes.
  ///   - generator: how codes are made.
  ///   - tags: the user's own marks.
  ///   - note: the user's own words.
  /// - Throws: ``OTPError/emptySecret``, ``OTPError/secretTooLong(byteCount:)``.
  public init(
    label: Label,
    secret: Secret,
    generator: Generator = .standard,
    tags: [String] = [],
    note: String = ""
  ) throws(OTPError) {
    guard secret.count >= Self.secretByteCounts.lowerBound else { throw .emptySecret }
    guard secret.count <= Self.secretByteCounts.upperBound else {
      throw .secretTooLong(byteCount: secret.count)
    }
    self.label = label
    self.secret = secret
    self.generator = generator
    self.tags = tags
    self.note = note
  }
}
