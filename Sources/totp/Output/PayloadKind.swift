// SPDX-License-Identifier: MIT
import Secrets

/// What a QR code that is no token says, in words that don't tell its content.
enum PayloadKind {
  private static let kinds: [(prefix: String, words: String)] = [
    ("http://", "a web address"),
    ("https://", "a web address"),
    ("www.", "a web address"),
    ("wifi:", "the access to a Wi-Fi network"),
    ("mailto:", "an e-mail address"),
    ("matmsg:", "an e-mail"),
    ("tel:", "a telephone number"),
    ("sms:", "a text message"),
    ("smsto:", "a text message"),
    ("geo:", "a place on the map"),
    ("begin:vcard", "a contact"),
    ("mecard:", "a contact"),
    ("begin:vevent", "a date for the calendar"),
    ("begin:vcalendar", "a date for the calendar"),
    ("bitcoin:", "a payment"),
    ("bcd\n", "a payment"),
    ("fido:/", "a passkey's sign-in"),
    ("otpauth", "a token's URI that can't be read"),
  ]

  /// Says what a text is.
  ///
  /// - Parameter text: what the QR code says, as UTF-8.
  /// - Returns: words such as `a web address`.
  static func words(for text: Secret) -> String {
    text.withBytes { bytes in
      for (prefix, words) in kinds where starts(bytes, with: prefix) { return words }
      return bytes.isEmpty ? "an empty text" : "a text of \(bytes.count) bytes"
    }
  }

  /// Compares without regard to the case of ASCII letters; the prefix is in lower case.
  private static func starts(_ bytes: Span<UInt8>, with prefix: String) -> Bool {
    let prefix = prefix.utf8.span
    guard bytes.count >= prefix.count else { return false }
    for index in prefix.indices {
      let byte = bytes[index]
      let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      guard (isUpper ? byte | 0x20 : byte) == prefix[index] else { return false }
    }
    return true
  }
}
