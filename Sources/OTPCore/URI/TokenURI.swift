// SPDX-License-Identifier: MIT

/// The kinds of URI that hold tokens.
public enum TokenURI: Sendable {
  /// `otpauth://`: one token.
  case otpauth
  /// `steam://`: one token.
  case steam
  /// `otpauth-migration://`: several tokens.
  case migration

  /// Recognises a URI by its scheme.
  ///
  /// - Parameter text: the bytes; white space around them does not matter.
  public init?(_ text: Span<UInt8>) {
    self.init(text, in: text.trimmed(0..<text.count))
  }

  init?(_ text: Span<UInt8>, in range: Range<Int>) {
    if text.starts(with: OTPAuthURI.scheme, in: range) {
      self = .otpauth
    } else if text.starts(with: Token.steamScheme, in: range) {
      self = .steam
    } else if text.starts(with: MigrationURI.scheme, in: range) {
      self = .migration
    } else {
      return nil
    }
  }
}
