// SPDX-License-Identifier: MIT
public import Secrets

/// Text within URIs: `%` and two hexadecimal digits stand for a byte, bytes for UTF-8.
///
/// RFC 3986 §2.1.
public enum PercentEncoding {
  /// What a `+` stands for.
  public enum Plus: Sendable {
    /// A plus: in a path, and in Base64.
    case plus
    /// A space: in a query, as HTML forms write it.
    case space
  }

  /// Decodes into memory that someone else owns.
  ///
  /// Bytes that a URI should not hold as they are (spaces, UTF-8) stay as they are.
  ///
  /// - Parameters:
  ///   - text: what to decode.
  ///   - plus: what a `+` stands for.
  ///   - item: the name of what the text is, for the error.
  ///   - output: has room for as many bytes as `text` has.
  /// - Throws: ``OTPError/invalidEncoding(_:)`` for a `%` without two hexadecimal digits.
  public static func decode(
    _ text: Span<UInt8>,
    plus: Plus,
    item: String,
    into output: inout OutputSpan<UInt8>
  ) throws(OTPError) {
    var index = 0
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "%"):
        guard
          index + 2 < text.count,
          let high = hexadecimalValue(of: text[index + 1]),
          let low = hexadecimalValue(of: text[index + 2])
        else { throw .invalidEncoding(item) }
        output.append(high << 4 | low)
        index += 3
      case UInt8(ascii: "+") where plus == .space:
        output.append(UInt8(ascii: " "))
        index += 1
      case let byte:
        output.append(byte)
        index += 1
      }
    }
  }

  /// Decodes what is no secret.
  ///
  /// - Parameters:
  ///   - text: what to decode.
  ///   - plus: what a `+` stands for.
  ///   - item: the name of what the text is, for the error.
  /// - Returns: the text, scalar by scalar as it was encoded.
  /// - Throws: ``OTPError/invalidEncoding(_:)`` for a `%` without two hexadecimal digits, and for
  ///   bytes that are no UTF-8.
  public static func string(
    _ text: Span<UInt8>,
    plus: Plus,
    item: String
  ) throws(OTPError) -> String {
    let bytes = try [UInt8](capacity: text.count) { (output) throws(OTPError) in
      try decode(text, plus: plus, item: item, into: &output)
    }
    return try String(utf8: bytes.span, item: item)
  }

  /// Decodes what may be a secret.
  ///
  /// - Parameters:
  ///   - text: what to decode.
  ///   - plus: what a `+` stands for.
  ///   - item: the name of what the text is, for the error.
  /// - Returns: the decoded bytes.
  /// - Throws: ``OTPError/invalidEncoding(_:)`` for a `%` without two hexadecimal digits.
  public static func secretBytes(
    _ text: Span<UInt8>,
    plus: Plus,
    item: String
  ) throws(OTPError) -> SecretBytes {
    try SecretBytes(capacity: text.count) { (output) throws(OTPError) in
      try decode(text, plus: plus, item: item, into: &output)
    }
  }

  /// Counts the bytes that ``append(_:to:)`` makes.
  ///
  /// - Parameter text: what is to be encoded.
  /// - Returns: three for each byte that must be escaped, one for each other.
  public static func encodedCount(_ text: Span<UInt8>) -> Int {
    var count = text.count
    for index in text.indices where !isUnreserved(text[index]) { count += 2 }
    return count
  }

  /// Encodes into memory that someone else owns; fit for a path and for a query.
  ///
  /// - Parameters:
  ///   - text: what to encode.
  ///   - output: has room for ``encodedCount(_:)`` bytes.
  public static func append(_ text: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
    for index in text.indices {
      let byte = text[index]
      if isUnreserved(byte) {
        output.append(byte)
      } else {
        output.append(UInt8(ascii: "%"))
        output.append(hexadecimalDigit(of: byte >> 4))
        output.append(hexadecimalDigit(of: byte & 0x0F))
      }
    }
  }

  /// RFC 3986 §2.3.
  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default:
      false
    }
  }

  private static func hexadecimalValue(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  private static func hexadecimalDigit(of value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}

extension String {
  /// Copies bytes that are UTF-8 and no secret.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - item: the name of what the text is, for the error.
  /// - Throws: ``OTPError/invalidEncoding(_:)`` for bytes that are no UTF-8.
  init(utf8 bytes: Span<UInt8>, item: String) throws(OTPError) {
    guard let checked = try? UTF8Span(validating: bytes) else { throw .invalidEncoding(item) }
    self.init(copying: checked)
  }
}
