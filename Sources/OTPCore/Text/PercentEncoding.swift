// SPDX-License-Identifier: MIT

/// `%XX`, as URIs have it.
///
/// RFC 3986 §2.1. Reading is lenient, since a token is worth more than its name's spelling: a `%` that
/// no two hexadecimal digits follow stands for itself, and a text that is no UTF-8 is taken as
/// Latin-1.
enum PercentEncoding {
  /// Whether `+` is a space, as it is in a query (HTML, "application/x-www-form-urlencoded"), or a
  /// plus, as it is in a path.
  enum Plus {
    case isSpace
    case isPlus
  }

  /// Decodes bytes.
  ///
  /// - Parameters:
  ///   - text: the encoded bytes.
  ///   - plus: what `+` is.
  ///   - output: where the bytes go: never more of them.
  static func decode(_ text: Span<UInt8>, plus: Plus, into output: inout OutputSpan<UInt8>) {
    var index = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      if byte == UInt8(ascii: "%"), index + 1 < text.count,
        let high = digit(text[index]), let low = digit(text[index + 1])
      {
        output.append(high << 4 | low)
        index += 2
      } else {
        output.append(byte == UInt8(ascii: "+") && plus == .isSpace ? UInt8(ascii: " ") : byte)
      }
    }
  }

  /// Decodes text.
  ///
  /// - Parameters:
  ///   - text: the encoded bytes.
  ///   - plus: what `+` is.
  /// - Returns: the text.
  static func string(_ text: Span<UInt8>, plus: Plus) -> String {
    let bytes = [UInt8](capacity: text.count) { decode(text, plus: plus, into: &$0) }
    if let string = String(validating: bytes, as: UTF8.self) { return string }
    var latin1 = ""
    for byte in bytes { latin1.unicodeScalars.append(Unicode.Scalar(byte)) }
    return latin1
  }

  /// Encodes all but unreserved characters and `@`.
  ///
  /// - Parameters:
  ///   - text: any text.
  ///   - output: where it goes: three bytes for a byte at most.
  static func encode(_ text: String, into output: inout OutputSpan<UInt8>) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "@"):
        output.append(byte)
      default:
        encode(byte, into: &output)
      }
    }
  }

  /// Encodes one byte.
  ///
  /// - Parameters:
  ///   - byte: the byte.
  ///   - output: where the three characters go.
  static func encode(_ byte: UInt8, into output: inout OutputSpan<UInt8>) {
    output.append(UInt8(ascii: "%"))
    output.append(character(byte >> 4))
    output.append(character(byte & 15))
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  private static func character(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
  }
}
