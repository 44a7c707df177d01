// SPDX-License-Identifier: MIT
import OTPCore
import TestKit
import Testing

@Suite("Protobuf")
struct WireTests {
  private func fields(_ bytes: [UInt8]) throws(WireError) -> [ProtobufField] {
    var fields: [ProtobufField] = []
    var reader = ProtobufReader(0..<bytes.count)
    while let field = try reader.next(in: bytes.span) { fields.append(field) }
    return fields
  }

  /// What the reader for searching gives, or throws, told by the one that reads everything.
  @Test("searches what it reads", arguments: 0..<2000 as Range<UInt64>)
  func searchesWhatItReads(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    // Small numbers make fields more often than noise does.
    let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
      UInt8.random(in: Bool.random(using: &generator) ? 0...20 : 0...255, using: &generator)
    }
    let expected = Result { () throws(WireError) in
      try fields(bytes).compactMap { field in
        if case .bytes(let range) = field.value { "\(field.number): \(range)" } else { nil }
      }
    }
    let found = Result { () throws(WireError) in
      var found: [String] = []
      var reader = ProtobufReader(0..<bytes.count)
      while let field = try reader.nextBytes(in: bytes.span) {
        found.append("\(field.number): \(field.range)")
      }
      return found
    }
    #expect(found == expected)
  }

  /// "Encoding", the examples of the page.
  @Test("reads the examples of its page")
  func readsExamples() throws {
    #expect(try fields([0x08, 0x96, 0x01]).map(\.value) == [.varint(150)])
    let text = try #require(try fields([0x12, 0x07] + "testing".utf8).first)
    #expect(text.number == 2)
    #expect(text.value == .bytes(2..<9))
    #expect(text.range == 0..<9)
    #expect(
      try fields([0x09, 1, 0, 0, 0, 0, 0, 0, 2]).map(\.value) == [.fixed64(0x0200_0000_0000_0001)]
    )
    #expect(try fields([0x0D, 1, 2, 3, 4]).map(\.value) == [.fixed32(0x0403_0201)])
  }

  @Test(
    "refuses what is no message",
    arguments: [
      ([0x08], .truncated(offset: 1)), ([0x08, 0x80], .truncated(offset: 2)),
      ([0x12, 0x02, 0x41], .truncated(offset: 2)),
      ([0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], .truncated(offset: 11)),
      ([0x09, 1], .truncated(offset: 1)), ([0x0D, 1, 2, 3], .truncated(offset: 1)),
      (
        [0x08, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02],
        .varintTooLong(offset: 1)
      ),
      ([0x08] + [UInt8](repeating: 0x80, count: 11), .varintTooLong(offset: 1)),
      ([0x00, 0x01], .invalidTag(offset: 0)), ([0x0B], .invalidTag(offset: 0)),
      ([0x08, 1, 0x0E], .invalidTag(offset: 2)),
      ([0x80, 0x80, 0x80, 0x80, 0x10, 0], .invalidTag(offset: 0)),
    ] as [([UInt8], WireError)]
  )
  func refuses(bytes: [UInt8], error: WireError) {
    #expect(throws: error) { try fields(bytes) }
  }

  @Test("reads back what it writes, in just the room it counted", arguments: 0..<100)
  func readsBack(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let integer = random.next() >> UInt64.random(in: 0..<64, using: &random)
    let number = Int.random(in: 1..<(1 << 29), using: &random)
    let content = random.bytes(count: Int.random(in: 0...200, using: &random))
    let size =
      ProtobufSize.field(number, varint: integer)
      + ProtobufSize.field(number, byteCount: content.count)
      + ProtobufSize.element(ofField: number, byteCount: content.count)
    let bytes = [UInt8](capacity: size) { output in
      output.appendField(number, varint: integer)
      output.appendField(number, bytes: content.span)
      output.appendElement(ofField: number, bytes: content.span)
    }
    #expect(bytes.count == size)
    let fields = try fields(bytes)
    #expect(fields.allSatisfy { field in field.number == number })
    var written: [[UInt8]] = []
    for field in fields {
      switch field.value {
      case .varint(let value): #expect(value == integer)
      case .bytes(let range): written.append(Array(bytes[range]))
      default: Issue.record("a field of another wire type")
      }
    }
    #expect(written == (content.isEmpty ? [content] : [content, content]))
    #expect(
      ProtobufSize.varint(integer) == [UInt8](capacity: 10) { $0.append(varint: integer) }.count
    )
  }

  @Test("tells when a field is of another type than asked")
  func tellsTypes() throws {
    let integer = try #require(try fields([0x18, 5]).first)
    #expect(try integer.integer == 5)
    #expect(throws: WireError.unexpectedValue(field: 3)) { try integer.byteRange }
    let bytes = try #require(try fields([0x1A, 0]).first)
    #expect(try bytes.byteRange == 2..<2)
    #expect(throws: WireError.unexpectedValue(field: 3)) { try bytes.integer }
  }
}
