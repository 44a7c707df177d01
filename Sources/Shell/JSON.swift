// SPDX-License-Identifier: MIT
package import Secrets

/// A JSON document to print, its members in the order given.
package indirect enum JSON: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// A whole number that may be too large for ``integer(_:)``.
  case unsigned(UInt64)
  /// A string.
  case string(String)
  /// A string that is kept in guarded memory, as UTF-8.
  case secret(Secret)
  /// A list.
  case array([JSON])
  /// An object; members whose value is `nil` are left out.
  case object([(String, JSON?)])

  /// Writes the document and a newline.
  ///
  /// - Parameter output: where it goes.
  /// - Throws: ``ShellError/system(_:subject:errno:)``.
  package func write(to output: any Output) throws(ShellError) {
    var pending = ""
    try write(to: output, pending: &pending, indent: "")
    try output.write(pending + "\n")
  }

  /// Gathers text in `pending` and sends it on only where a secret has to come between.
  private func write(
    to output: any Output,
    pending: inout String,
    indent: String
  ) throws(ShellError) {
    switch self {
    case .null: pending += "null"
    case .bool(let value): pending += value ? "true" : "false"
    case .integer(let value): pending += String(value)
    case .unsigned(let value): pending += String(value)
    case .string(let value): pending += Self.quoted(value)
    case .secret(let secret):
      try output.write(pending + "\"")
      pending = "\""
      try secret.withBytes { (bytes) throws(ShellError) in
        try Self.writeEscaped(bytes, to: output)
      }
    case .array(let elements):
      try Self.write(
        elements.map { (nil, $0) },
        between: ("[", "]"),
        to: output,
        pending: &pending,
        indent: indent
      )
    case .object(let members):
      var present: [(String?, JSON)] = []
      for (name, value) in members {
        if let value { present.append((name, value)) }
      }
      try Self.write(
        present,
        between: ("{", "}"),
        to: output,
        pending: &pending,
        indent: indent
      )
    }
  }

  private static func write(
    _ items: [(String?, JSON)],
    between brackets: (String, String),
    to output: any Output,
    pending: inout String,
    indent: String
  ) throws(ShellError) {
    pending += brackets.0
    let inner = indent + "  "
    for (index, item) in items.enumerated() {
      pending += (index == 0 ? "\n" : ",\n") + inner
      if let name = item.0 { pending += quoted(name) + ": " }
      try item.1.write(to: output, pending: &pending, indent: inner)
    }
    if !items.isEmpty { pending += "\n" + indent }
    pending += brackets.1
  }

  /// Writes runs of what needs no escape as they lie, so that no copy of a secret is made.
  private static func writeEscaped(
    _ bytes: Span<UInt8>,
    to output: any Output
  ) throws(ShellError) {
    var start = 0
    var index = 0
    while index < bytes.count {
      guard let scalar = scalarToEscape(bytes, at: index) else {
        index += 1
        continue
      }
      try output.write(bytes.extracting(start..<index))
      try output.write(String(quoted(String(scalar)).dropFirst().dropLast()))
      index += String(scalar).utf8.count
      start = index
    }
    try output.write(bytes.extracting(start..<bytes.count))
  }

  /// The scalar that begins at a byte, if it is one of those that `quoted` escapes.
  private static func scalarToEscape(_ bytes: Span<UInt8>, at index: Int) -> Unicode.Scalar? {
    let byte = bytes[index]
    switch byte {
    case 0..<0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "\\"): return Unicode.Scalar(byte)
    case 0xC2:
      // U+0080 to U+009F.
      guard index + 1 < bytes.count, (0x80...0x9F).contains(bytes[index + 1]) else { return nil }
      return Unicode.Scalar(bytes[index + 1])
    case 0xE2:
      // U+2028 and U+2029.
      guard index + 2 < bytes.count, bytes[index + 1] == 0x80 else { return nil }
      return bytes[index + 2] == 0xA8 ? "\u{2028}" : bytes[index + 2] == 0xA9 ? "\u{2029}" : nil
    default: return nil
    }
  }

  /// RFC 8259 §7; DEL and the separators of Unicode are escaped too, for terminals' sake.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
