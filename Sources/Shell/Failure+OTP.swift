// SPDX-License-Identifier: MIT
package import OTPCore

extension Failure {
  /// Puts the errors of tokens, codes and URIs into words.
  ///
  /// - Parameter error: what went wrong.
  package init(_ error: OTPError) {
    let (message, hints) = Self.words(for: error)
    self.init(error == .counterSpent ? .failed : .usage, message, hints: hints)
  }

  private static func words(for error: OTPError) -> (message: String, hints: [String]) {
    switch error {
    case .emptySecret:
      ("the secret is empty", [])
    case .secretTooLong(let byteCount):
      ("the secret has \(byteCount) bytes, and the longest has 1024", [])
    case .invalidBase32(let offset):
      (
        "the secret is not Base32: character \(offset + 1) is none of its letters",
        [
          "Base32 has the letters A–Z and the digits 2–7; 0, 1, 8 and 9 may be O, I, B and G misread"
        ]
      )
    case .impossibleBase32Length(let count):
      (
        "the secret is not Base32: no bytes make \(count) characters",
        ["a part of it may be missing"]
      )
    case .digitsOutOfRange(let count):
      ("a code has 1 to 10 digits, not \(count)", [])
    case .periodOutOfRange(let seconds):
      ("a period is 1 to 86400 seconds, not \(seconds)", [])
    case .timeOutOfRange:
      ("the time is before 1970 or too far off", [])
    case .unknownAlgorithm:
      ("the algorithm is none of SHA1, SHA256 and SHA512", [])
    case .counterSpent:
      ("the counter has come to its end, and no code is left", [])
    case .counterNeeded:
      ("the token counts, so that a time makes no code", [])
    case .notATokenURI:
      ("this is no otpauth:// URI", [])
    case .unknownURIType:
      ("the URI's type is none of totp, hotp and steam", [])
    case .missingItem(let name):
      ("the URI has no \(name)", [])
    case .repeatedItem(let name):
      ("the URI has more than one \(name)", [])
    case .invalidItem(let name):
      ("the URI's \(name) can't be read", [])
    case .invalidBase64:
      ("the export's data is not Base64", ["a part of it may be missing"])
    case .invalidTime:
      ("the time is neither Unix seconds nor ISO 8601", [])
    case .notExportable(let property):
      ("the format has no room for the token's \(property)", [])
    case .invalidEncoding(let name):
      ("the URI's \(name) is not encoded right", ["% stands before two hexadecimal digits"])
    case .invalidMigration(let cause):
      ("the export can't be read (\(words(for: cause)))", [])
    }
  }

  private static func words(for error: WireError) -> String {
    switch error {
    case .truncated(let offset): "it ends too early, at byte \(offset)"
    case .varintTooLong(let offset): "there is too long a number at byte \(offset)"
    case .invalidTag(let offset): "there is no field at byte \(offset)"
    case .unexpectedValue(let field): "field \(field) has a value that it can't have"
    }
  }
}
