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
    for index in bytes.indices where needsEscape(bytes[index]) {
      try output.write(bytes.extracting(start..<index))
      let scalar = String(Unicode.Scalar(bytes[index]))
      try output.write(String(quoted(scalar).dropFirst().dropLast()))
      start = index + 1
    }
    try output.write(bytes.extracting(start..<bytes.count))
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
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
