// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// A file under construction.
///
/// It grows in plain memory of a process that ends with it, and is wiped as it goes.
struct TextFile: ~Copyable {
  private var bytes: [UInt8]

  /// Makes an empty file.
  init() {
    bytes = []
    bytes.reserveCapacity(1 << 16)
  }

  /// Takes bytes that are a file.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The number of bytes so far.
  var count: Int { bytes.count }

  /// Appends text as it is.
  mutating func append(_ text: String) {
    bytes += text.utf8
  }

  /// Appends bytes as they are.
  mutating func append(_ span: Span<UInt8>) {
    for index in span.indices { bytes.append(span[index]) }
  }

  /// Appends a secret as it is.
  mutating func append(_ secret: borrowing SecretBytes) {
    append(secret.span)
  }

  /// Lends the bytes.
  borrowing func withBytes<Result: ~Copyable>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(bytes.span)
  }

  /// Moves the file into guarded memory.
  consuming func secret() -> Secret {
    let secret = Secret(SecretBytes(copying: bytes.span))
    var span = bytes.mutableSpan
    wipe(&span)
    return secret
  }

  /// Two digits.
  static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return digits.count == 1 ? "0\(digits)" : digits
  }
}

/// A JSON document on its way out.
indirect enum JSONOutput {
  case null
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case string(String)
  /// A secret in Base32.
  case base32(Secret)
  /// A secret as text.
  case text(Secret)
  /// Bytes in hexadecimal.
  case hexadecimal([UInt8])
  /// Bytes in Base64.
  case base64([UInt8])
  /// A secret as numbers from −128 to 127.
  case signedBytes(Secret)
  case array([JSONOutput])
  case object([(String, JSONOutput)])

  /// Writes the document.
  func write(to file: inout TextFile) {
    switch self {
    case .null: file.append("null")
    case .bool(let value): file.append(value ? "true" : "false")
    case .integer(let value): file.append(String(value))
    case .unsigned(let value): file.append(String(value))
    case .string(let text): Self.quote(text.utf8.span, to: &file)
    case .base32(let secret):
      file.append("\"")
      file.append(secret.withBytes(Base32.encode))
      file.append("\"")
    case .text(let secret):
      let copy = secret.withBytes { SecretBytes(copying: $0) }
      Self.quote(copy.span, to: &file)
    case .hexadecimal(let bytes):
      var text = ""
      for byte in bytes { text += TextFile.hexadecimal(byte) }
      file.append("\"\(text)\"")
    case .base64(let bytes):
      file.append("\"")
      file.append(base64Text(bytes.span).span)
      file.append("\"")
    case .signedBytes(let secret):
      let copy = secret.withBytes { SecretBytes(copying: $0) }
      file.append("[")
      for index in 0..<copy.count {
        file.append((index > 0 ? "," : "") + String(Int8(bitPattern: copy.span[index])))
      }
      file.append("]")
    case .array(let elements):
      file.append("[")
      for (index, element) in elements.enumerated() {
        if index > 0 { file.append(",") }
        element.write(to: &file)
      }
      file.append("]")
    case .object(let members):
      file.append("{")
      for (index, member) in members.enumerated() {
        if index > 0 { file.append(",") }
        Self.quote(member.0.utf8.span, to: &file)
        file.append(":")
        member.1.write(to: &file)
      }
      file.append("}")
    }
  }

  /// The document as a file.
  func file() -> TextFile {
    var file = TextFile()
    write(to: &file)
    return file
  }

  /// RFC 8259 §7.
  private static func quote(_ text: Span<UInt8>, to file: inout TextFile) {
    file.append("\"")
    for index in text.indices {
      switch text[index] {
      case UInt8(ascii: "\""): file.append("\\\"")
      case UInt8(ascii: "\\"): file.append("\\\\")
      case 0x0A: file.append("\\n")
      case let byte where byte < 0x20 || byte == 0x7F:
        file.append("\\u00\(TextFile.hexadecimal(byte))")
      default: file.append(text.extracting(index..<(index + 1)))
      }
    }
    file.append("\"")
  }
}

/// Base64 with its padding, as apps want it.
func base64Text(_ bytes: Span<UInt8>) -> SecretBytes {
  SecretBytes(capacity: Base64.encodedCount(byteCount: bytes.count) + 2) { output in
    Base64.append(bytes, to: &output)
    while !output.count.isMultiple(of: 4) { output.append(UInt8(ascii: "=")) }
  }
}
