// SPDX-License-Identifier: MIT

/// Bytes as hexadecimal text, for vectors and for messages of failed tests.
package enum Hex {
  /// Reads hexadecimal text.
  ///
  /// - Parameter text: two digits a byte, nothing between them.
  /// - Returns: the bytes, or `nil` if the text is something else.
  package static func bytes(_ text: String) -> [UInt8]? {
    let digits = text.utf8.map { byte in Character(Unicode.Scalar(byte)).hexDigitValue }
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return bytes
  }

  /// Writes hexadecimal text.
  ///
  /// - Parameter bytes: what to write.
  /// - Returns: two small digits a byte.
  package static func text(_ bytes: [UInt8]) -> String {
    var text = ""
    for byte in bytes {
      text += byte < 16 ? "0" : ""
      text += String(byte, radix: 16)
    }
    return text
  }
}
