// SPDX-License-Identifier: MIT

/// Why something is no token, or makes no code.
///
/// No case carries the text that was wrong, since that text may be a secret.
public enum OTPError: Error, Equatable, Sendable {
  /// The secret has no bytes.
  case emptySecret
  /// The secret is longer than 1,024 bytes.
  case secretTooLong(byteCount: Int)
  /// A character outside the Base32 alphabet; `offset` counts characters of the input from 0.
  case invalidBase32(offset: Int)
  /// A Base32 text of a length that no bytes have: `count` characters without padding.
  case impossibleBase32Length(count: Int)
  /// A character outside both Base64 alphabets, or the end of the text in the middle of a byte.
  case invalidBase64(offset: Int)
  /// Codes of that many digits don't exist: 1 to 10 do.
  case digitsOutOfRange(Int)
  /// Steps of that many seconds are not supported: 1 to 86,400 are.
  case periodOutOfRange(Int64)
  /// A moment before 1970, or too far off.
  case timeOutOfRange
  /// A text that is neither Unix seconds nor ISO 8601.
  case invalidTime
  /// A hash other than SHA-1, SHA-256 and SHA-512.
  case unknownAlgorithm
  /// The counter has run out.
  case counterSpent
  /// A code of the time was asked of a counter-based token.
  case counterNeeded
  /// The named item has a value that the format to write has no room for.
  case notExportable(String)
  /// Not a URI of a kind that holds a token.
  case notATokenURI
  /// A URI whose type is neither `totp`, `hotp` nor `steam`.
  case unknownURIType
  /// The named item is not there.
  case missingItem(String)
  /// The named item is there more than once.
  case repeatedItem(String)
  /// The named item has a value that can't be read.
  case invalidItem(String)
  /// A `%` that two hexadecimal digits don't follow, or bytes that are no UTF-8, in the named item.
  case invalidEncoding(String)
  /// A Google export that can't be read.
  case invalidMigration(WireError)
}
