// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// Why bytes are no JSON.
enum JSONError: Error, Equatable {
  /// What stands at this offset is not what the grammar allows.
  case unexpected(offset: Int)
  /// More than ``JSONReader/mostDepth`` levels.
  case tooDeep
  /// More than ``JSONReader/mostValues`` values.
  case tooMany
}

/// Reads a JSON document into one arena of guarded memory.
///
/// Stricter than apps need in nothing but depth and number; a byte order mark is passed over.
///
/// RFC 8259
struct JSONReader: ~Copyable {
  /// How deep a document may be nested.
  static let mostDepth = 64
  /// How many values and names a document may have.
  static let mostValues = 2_000_000

  private enum Node {
    case null
    case bool(Bool)
    case number(Range<Int>)
    case string(Range<Int>)
    case array([Node])
    case object([(Range<Int>, Node)])
  }

  private var position = 0
  private var count = 0

  private init() {}

  /// Reads a document.
  ///
  /// - Parameter bytes: UTF-8, the document and white space.
  /// - Returns: the document; its texts share an arena.
  /// - Throws: ``JSONError``.
  static func document(_ bytes: Span<UInt8>) throws(JSONError) -> JSONValue {
    var root = Node.null
    // Unescaped text is never longer than what it was written as.
    let storage = try SecretBytes(capacity: bytes.count) { (output) throws(JSONError) in
      var reader = JSONReader()
      if bytes.begins(with: "\u{FEFF}") { reader.position = 3 }
      root = try reader.value(bytes, depth: 0, &output)
      reader.skipSpace(bytes)
      guard reader.position == bytes.count else { throw .unexpected(offset: reader.position) }
    }
    return value(root, in: SecretArena(storage))
  }

  private static func value(_ node: Node, in arena: SecretArena) -> JSONValue {
    switch node {
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let range): .number(arena.secret(in: range))
    case .string(let range): .string(arena.secret(in: range))
    case .array(let nodes): .array(nodes.map { value($0, in: arena) })
    case .object(let members):
      .object(members.map { (arena.secret(in: $0.0), value($0.1, in: arena)) })
    }
  }

  private mutating func value(
    _ bytes: Span<UInt8>,
    depth: Int,
    _ output: inout OutputSpan<UInt8>
  ) throws(JSONError) -> Node {
    guard depth <= Self.mostDepth else { throw .tooDeep }
    count += 1
    guard count <= Self.mostValues else { throw .tooMany }
    skipSpace(bytes)
    guard position < bytes.count else { throw .unexpected(offset: position) }
    switch bytes[position] {
    case UInt8(ascii: "{"): return try object(bytes, depth: depth, &output)
    case UInt8(ascii: "["): return try array(bytes, depth: depth, &output)
    case UInt8(ascii: "\""): return .string(try string(bytes, &output))
    case UInt8(ascii: "n"): return try word("null", bytes, .null)
    case UInt8(ascii: "t"): return try word("true", bytes, .bool(true))
    case UInt8(ascii: "f"): return try word("false", bytes, .bool(false))
    default: return .number(try number(bytes, &output))
    }
  }

  private mutating func word(
    _ text: StaticString,
    _ bytes: Span<UInt8>,
    _ node: Node
  ) throws(JSONError) -> Node {
    guard bytes.begins(with: text, at: position) else { throw .unexpected(offset: position) }
    position += text.utf8CodeUnitCount
    return node
  }

  private mutating func object(
    _ bytes: Span<UInt8>,
    depth: Int,
    _ output: inout OutputSpan<UInt8>
  ) throws(JSONError) -> Node {
    position += 1
    var members: [(Range<Int>, Node)] = []
    if take(UInt8(ascii: "}"), bytes) { return .object([]) }
    repeat {
      skipSpace(bytes)
      let name = try string(bytes, &output)
      guard take(UInt8(ascii: ":"), bytes) else { throw .unexpected(offset: position) }
      members.append((name, try value(bytes, depth: depth + 1, &output)))
    } while take(UInt8(ascii: ","), bytes)
    guard take(UInt8(ascii: "}"), bytes) else { throw .unexpected(offset: position) }
    return .object(members)
  }

  private mutating func array(
    _ bytes: Span<UInt8>,
    depth: Int,
    _ output: inout OutputSpan<UInt8>
  ) throws(JSONError) -> Node {
    position += 1
    var elements: [Node] = []
    if take(UInt8(ascii: "]"), bytes) { return .array([]) }
    repeat {
      elements.append(try value(bytes, depth: depth + 1, &output))
    } while take(UInt8(ascii: ","), bytes)
    guard take(UInt8(ascii: "]"), bytes) else { throw .unexpected(offset: position) }
    return .array(elements)
  }

  /// Copies the characters that numbers are made of; who wants a number reads it.
  private mutating func number(
    _ bytes: Span<UInt8>,
    _ output: inout OutputSpan<UInt8>
  ) throws(JSONError) -> Range<Int> {
    let start = output.count
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
        UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        output.append(bytes[position])
        position += 1
      default:
        guard output.count > start else { throw .unexpected(offset: position) }
        return start..<output.count
      }
    }
    return start..<output.count
  }

  private mutating func string(
    _ bytes: Span<UInt8>,
    _ output: inout OutputSpan<UInt8>
  ) throws(JSONError) -> Range<Int> {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
      throw .unexpected(offset: position)
    }
    count += 1
    position += 1
    let start = output.count
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return start..<output.count
      case UInt8(ascii: "\\"): try escape(bytes, &output)
      case 0..<0x20: throw .unexpected(offset: position - 1)
      default: output.append(byte)
      }
    }
    throw .unexpected(offset: position)
  }

  /// RFC 8259 §7.
  private mutating func escape(
    _ bytes: Span<UInt8>,
    _ output: inout OutputSpan<UInt8>
  ) throws(JSONError) {
    guard position < bytes.count else { throw .unexpected(offset: position) }
    position += 1
    switch bytes[position - 1] {
    case UInt8(ascii: "b"): output.append(0x08)
    case UInt8(ascii: "f"): output.append(0x0C)
    case UInt8(ascii: "n"): output.append(0x0A)
    case UInt8(ascii: "r"): output.append(0x0D)
    case UInt8(ascii: "t"): output.append(0x09)
    case let byte where [0x22, 0x5C, 0x2F].contains(byte): output.append(byte)
    case UInt8(ascii: "u"):
      var scalar = try hexadecimal(bytes)
      if (0xD800..<0xDC00).contains(scalar), bytes.begins(with: "\\u", at: position) {
        position += 2
        let low = try hexadecimal(bytes)
        let isPair = (0xDC00..<0xE000).contains(low)
        scalar = isPair ? 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00) : 0xFFFD
      }
      // Half of a pair is no character.
      for unit in UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}")
        ?? UTF8.encodedReplacementCharacter
      {
        output.append(unit)
      }
    default: throw .unexpected(offset: position - 1)
    }
  }

  private mutating func hexadecimal(_ bytes: Span<UInt8>) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard position < bytes.count, let digit = Hexadecimal.value(of: bytes[position]) else {
        throw .unexpected(offset: position)
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  private mutating func take(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
    skipSpace(bytes)
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace(_ bytes: Span<UInt8>) {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
      position += 1
    }
  }
}
