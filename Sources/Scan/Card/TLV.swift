// SPDX-License-Identifier: MIT

/// A tag, and the bytes that it marks.
///
/// ISO/IEC 7816-4 §5.2.2, with tags of one byte and lengths of up to three.
package struct TLV: Equatable {
  /// What the bytes are.
  package let tag: UInt8
  /// The bytes, fewer than 65,536.
  package let value: [UInt8]

  /// Marks bytes.
  ///
  /// - Parameters:
  ///   - tag: what they are.
  ///   - value: the bytes.
  package init(tag: UInt8, value: [UInt8]) {
    self.tag = tag
    self.value = value
  }

  /// Reads one after the other until the end.
  ///
  /// - Parameter bytes: a whole answer.
  /// - Returns: all of them.
  /// - Throws: ``CardError/malformedAnswer``.
  package static func list(in bytes: [UInt8]) throws(CardError) -> [TLV] {
    var list: [TLV] = []
    var rest = bytes[...]
    while let tag = rest.popFirst() {
      let count = try length(&rest)
      guard count <= rest.count else { throw .malformedAnswer }
      list.append(TLV(tag: tag, value: Array(rest.prefix(count))))
      rest = rest.dropFirst(count)
    }
    return list
  }

  private static func length(_ rest: inout ArraySlice<UInt8>) throws(CardError) -> Int {
    guard let first = rest.popFirst() else { throw .malformedAnswer }
    guard first >= 0x80 else { return Int(first) }
    guard first == 0x81 || first == 0x82 else { throw .malformedAnswer }
    var length = 0
    for _ in 0..<(first & 0x7F) {
      guard let byte = rest.popFirst() else { throw .malformedAnswer }
      length = length << 8 | Int(byte)
    }
    return length
  }

  /// Writes one, with the shortest length that there is.
  ///
  /// - Parameters:
  ///   - tag: the tag.
  ///   - value: fewer than 65,536 bytes.
  /// - Returns: tag, length and value.
  package static func encoded(_ tag: UInt8, _ value: [UInt8]) -> [UInt8] {
    let count = value.count
    precondition(count < 1 << 16, "a length has two bytes at most")
    switch count {
    case ..<0x80: return [tag, UInt8(count)] + value
    case ..<0x100: return [tag, 0x81, UInt8(count)] + value
    default: return [tag, 0x82, UInt8(count >> 8), UInt8(count & 0xFF)] + value
    }
  }
}
