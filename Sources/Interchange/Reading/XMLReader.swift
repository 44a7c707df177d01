// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// An element of an XML document, with the text in it.
final class XMLElement: Sendable {
  /// The element's name.
  let name: String
  /// The attributes' names and values.
  let attributes: [(name: String, value: Secret)]
  /// The elements in it.
  let children: [XMLElement]
  /// The text in it, without that of the elements in it.
  let text: Secret

  init(
    name: String,
    attributes: [(name: String, value: Secret)],
    children: [XMLElement],
    text: Secret
  ) {
    self.name = name
    self.attributes = attributes
    self.children = children
    self.text = text
  }

  /// An attribute's value, or `nil`.
  subscript(attribute: String) -> Secret? {
    attributes.first { $0.name == attribute }?.value
  }

  /// The first child of a name, or `nil`.
  func child(_ name: String) -> XMLElement? {
    children.first { $0.name == name }
  }
}

/// Reads the XML that apps write: elements, attributes, text, character data, comments.
///
/// A document type is refused: with it go entities that grow without end. Depth and number are bounded.
///
/// XML 1.0
struct XMLReader: ~Copyable {
  /// How deep a document may be nested.
  static let mostDepth = 64
  /// How many elements and attributes a document may have.
  static let mostElements = 1_000_000

  private struct Node {
    var name: String
    var attributes: [(name: String, value: Range<Int>)] = []
    var children: [Node] = []
    var text: [Range<Int>] = []
  }

  private var position = 0
  private var count = 0

  private init() {}

  /// Reads a document.
  ///
  /// - Parameter bytes: UTF-8.
  /// - Returns: the root, or `nil` when it is no XML that is read here.
  static func document(_ bytes: Span<UInt8>) -> XMLElement? {
    var root: Node?
    let storage = SecretBytes(capacity: bytes.count * 2) { output in
      var reader = XMLReader()
      reader.skipProlog(bytes)
      root = reader.element(bytes, depth: 0, &output)
      // A text that comments or elements part is put together once more.
      if let parsed = root {
        root = Self.joined(parsed, &output)
      }
    }
    guard let root else { return nil }
    return element(root, in: SecretArena(storage))
  }

  private static func joined(
    _ node: Node,
    _ output: inout OutputSpan<UInt8>
  ) -> Node {
    var node = node
    if node.text.count > 1 {
      let start = output.count
      for range in node.text {
        for index in range {
          let byte = output.span[index]
          output.append(byte)
        }
      }
      node.text = [start..<output.count]
    }
    node.children = node.children.map { joined($0, &output) }
    return node
  }

  private static func element(_ node: Node, in arena: SecretArena) -> XMLElement {
    XMLElement(
      name: node.name,
      attributes: node.attributes.map { ($0.name, arena.secret(in: $0.value)) },
      children: node.children.map { element($0, in: arena) },
      text: arena.secret(in: node.text.first ?? 0..<0)
    )
  }

  /// Passes over declaration, comments and white space; a document type stays, and is no element.
  private mutating func skipProlog(_ bytes: Span<UInt8>) {
    if bytes.begins(with: "\u{FEFF}") { position = 3 }
    while true {
      skipSpace(bytes)
      if bytes.begins(with: "<?", at: position) {
        guard skip(past: "?>", bytes) else { return }
      } else if bytes.begins(with: "<!--", at: position) {
        guard skip(past: "-->", bytes) else { return }
      } else {
        return
      }
    }
  }

  private mutating func element(
    _ bytes: Span<UInt8>,
    depth: Int,
    _ output: inout OutputSpan<UInt8>
  ) -> Node? {
    count += 1
    guard depth <= Self.mostDepth, count <= Self.mostElements, take("<", bytes),
      let name = name(bytes)
    else { return nil }
    var node = Node(name: name)
    while true {
      skipSpace(bytes)
      if take("/>", bytes) { return node }
      if take(">", bytes) { break }
      count += 1
      guard count <= Self.mostElements, let attribute = self.name(bytes) else { return nil }
      skipSpace(bytes)
      guard take("=", bytes) else { return nil }
      skipSpace(bytes)
      guard position < bytes.count, [0x22, 0x27].contains(bytes[position]) else { return nil }
      let quote = bytes[position]
      position += 1
      guard let value = text(upTo: quote, bytes, &output), position < bytes.count else {
        return nil
      }
      position += 1
      node.attributes.append((attribute, value))
    }
    while position < bytes.count {
      if take("</", bytes) {
        guard self.name(bytes) == name else { return nil }
        skipSpace(bytes)
        return take(">", bytes) ? node : nil
      }
      if take("<![CDATA[", bytes) {
        let start = output.count
        while position < bytes.count, !bytes.begins(with: "]]>", at: position) {
          output.append(bytes[position])
          position += 1
        }
        guard take("]]>", bytes) else { return nil }
        node.text.append(start..<output.count)
      } else if bytes.begins(with: "<!--", at: position) {
        guard skip(past: "-->", bytes) else { return nil }
      } else if bytes.begins(with: "<?", at: position) {
        guard skip(past: "?>", bytes) else { return nil }
      } else if bytes[position] == UInt8(ascii: "<") {
        guard let child = element(bytes, depth: depth + 1, &output) else { return nil }
        node.children.append(child)
      } else {
        guard let range = text(upTo: UInt8(ascii: "<"), bytes, &output) else { return nil }
        node.text.append(range)
      }
    }
    return nil
  }

  private mutating func name(_ bytes: Span<UInt8>) -> String? {
    let start = position
    while position < bytes.count, position - start < 256 {
      switch bytes[position] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: ":"), 0x80...:
        position += 1
      default:
        return position > start ? bytes.extracting(start..<position).string : nil
      }
    }
    return nil
  }

  /// Reads text with its references resolved, up to a byte that is not taken.
  private mutating func text(
    upTo end: UInt8,
    _ bytes: Span<UInt8>,
    _ output: inout OutputSpan<UInt8>
  ) -> Range<Int>? {
    let start = output.count
    while position < bytes.count, bytes[position] != end {
      if bytes[position] == UInt8(ascii: "&") {
        guard let scalar = reference(bytes) else { return nil }
        for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { output.append(unit) }
      } else {
        output.append(bytes[position])
        position += 1
      }
    }
    return start..<output.count
  }

  /// XML 1.0 §4.1 and §4.6.
  private mutating func reference(_ bytes: Span<UInt8>) -> Unicode.Scalar? {
    if take("&quot;", bytes) { return "\"" }
    if take("&amp;", bytes) { return "&" }
    if take("&lt;", bytes) { return "<" }
    if take("&gt;", bytes) { return ">" }
    if take("&apos;", bytes) { return "'" }
    guard take("&#", bytes) else { return nil }
    let radix: UInt32 = take("x", bytes) ? 16 : 10
    var value: UInt32 = 0
    while position < bytes.count, bytes[position] != UInt8(ascii: ";") {
      guard let digit = Hexadecimal.value(of: bytes[position]), digit < radix, value < 0x110000
      else { return nil }
      value = value * radix + UInt32(digit)
      position += 1
    }
    guard take(";", bytes) else { return nil }
    return Unicode.Scalar(value)
  }

  private mutating func take(_ text: StaticString, _ bytes: Span<UInt8>) -> Bool {
    guard bytes.begins(with: text, at: position) else { return false }
    position += text.utf8CodeUnitCount
    return true
  }

  private mutating func skip(past text: StaticString, _ bytes: Span<UInt8>) -> Bool {
    while position < bytes.count {
      if take(text, bytes) { return true }
      position += 1
    }
    return false
  }

  private mutating func skipSpace(_ bytes: Span<UInt8>) {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
      position += 1
    }
  }
}
