// SPDX-License-Identifier: MIT

/// A tag, and the bytes that it marks.
///
/// ISO/IEC 7816-4 §5.2.2, with tags of one byte and lengths of up to three.
struct TLV: Equatable {
  let tag: UInt8
  let value: [UInt8]

  /// Reads one after the other until the end.
  ///
  /// - Parameter bytes: a whole answer.
  /// - Returns: all of them.
  /// - Throws: ``CardError/malformedAnswer``.
  static func list(in bytes: [UInt8]) throws(CardError) -> [TLV] {
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

  /// Writes one.
  ///
  /// - Parameters:
  ///   - tag: the tag.
  ///   - value: fewer than 128 bytes.
  /// - Returns: tag, length and value.
  static func encoded(_ tag: UInt8, _ value: [UInt8]) -> [UInt8] {
    precondition(value.count < 0x80, "no command needs a longer length")
    return [tag, UInt8(value.count)] + value
  }
}
