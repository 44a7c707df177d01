// SPDX-License-Identifier: MIT

/// Why bytes are no protobuf message.
public enum WireError: Error, Equatable, Sendable {
  /// The message ends within a field; `offset` counts bytes from 0.
  case truncated(offset: Int)
  /// A variable-length integer of more than 64 bits.
  case varintTooLong(offset: Int)
  /// A field number or wire type that protobuf does not have, or a group.
  case invalidTag(offset: Int)
  /// A field that has another wire type than its schema says, or a value out of its range.
  case unexpectedValue(field: Int)
}

/// One field of a protobuf message, as it lies in the bytes.
public struct ProtobufField: Equatable, Sendable {
  /// What the field holds.
  public enum Value: Equatable, Sendable {
    /// Wire type 0.
    case varint(UInt64)
    /// Wire type 1, little-endian.
    case fixed64(UInt64)
    /// Wire type 2: where the bytes lie, counted like the reader's range.
    case bytes(Range<Int>)
    /// Wire type 5, little-endian.
    case fixed32(UInt32)
  }

  /// The field's number, 1 to 2²⁹ − 1.
  public let number: Int

  /// What it holds.
  public let value: Value

  /// Where the whole field lies, with its tag.
  public let range: Range<Int>

  /// The integer of a varint field.
  ///
  /// - Throws: ``WireError/unexpectedValue(field:)`` for another wire type.
  public var integer: UInt64 {
    get throws(WireError) {
      guard case .varint(let integer) = value else { throw .unexpectedValue(field: number) }
      return integer
    }
  }

  /// Where the bytes of a length-delimited field lie.
  ///
  /// - Throws: ``WireError/unexpectedValue(field:)`` for another wire type.
  public var byteRange: Range<Int> {
    get throws(WireError) {
      guard case .bytes(let range) = value else { throw .unexpectedValue(field: number) }
      return range
    }
  }
}

/// Walks over the fields of a protobuf message without copying it.
///
/// The bytes are handed in at each step, so a reader can be kept beside guarded memory that it does
/// not own. It reads each byte once and allocates nothing.
///
/// Protocol Buffers, "Encoding".
public struct ProtobufReader: Sendable {
  private var position: Int
  private let end: Int

  /// Makes a reader.
  ///
  /// - Parameter range: where the message lies in the bytes that ``next(in:)`` is given.
  public init(_ range: Range<Int>) {
    position = range.lowerBound
    end = range.upperBound
  }

  /// Reads the next field.
  ///
  /// - Parameter bytes: the memory that the reader's range refers to; the same at each call.
  /// - Returns: the field, or `nil` at the end of the message.
  /// - Throws: ``WireError``.
  public mutating func next(in bytes: Span<UInt8>) throws(WireError) -> ProtobufField? {
    guard position < end else { return nil }
    let start = position
    let tag = try varint(in: bytes)
    guard let number = Int(exactly: tag >> 3), (1..<(1 << 29)).contains(number) else {
      throw .invalidTag(offset: start)
    }
    let value: ProtobufField.Value
    switch tag & 7 {
    case 0:
      value = .varint(try varint(in: bytes))
    case 1:
      value = .fixed64(try littleEndian(byteCount: 8, in: bytes))
    case 2:
      let count = try varint(in: bytes)
      guard count <= UInt64(end - position) else { throw .truncated(offset: position) }
      value = .bytes(position..<(position + Int(count)))
      position += Int(count)
    case 5:
      value = .fixed32(UInt32(truncatingIfNeeded: try littleEndian(byteCount: 4, in: bytes)))
    default:
      throw .invalidTag(offset: start)
    }
    return ProtobufField(number: number, value: value, range: start..<position)
  }

  /// Goes to the next length-delimited field, past all others.
  ///
  /// Those are checked as ``next(in:)`` checks them, and nothing is made of them: it takes half the time
  /// where many messages are searched.
  ///
  /// - Parameter bytes: the memory that the reader's range refers to; the same at each call.
  /// - Returns: the field's number and where its bytes lie, or `nil` at the end of the message.
  /// - Throws: ``WireError``.
  public mutating func nextBytes(
    in bytes: Span<UInt8>
  ) throws(WireError) -> (number: Int, range: Range<Int>)? {
    while position < end {
      let start = position
      let tag = try varint(in: bytes)
      let number = tag >> 3
      guard (1..<(1 << 29)).contains(number) else { throw .invalidTag(offset: start) }
      switch tag & 7 {
      case 0: _ = try varint(in: bytes)
      case 1: _ = try littleEndian(byteCount: 8, in: bytes)
      case 2:
        let count = try varint(in: bytes)
        guard count <= UInt64(end - position) else { throw .truncated(offset: position) }
        let first = position
        position += Int(count)
        return (Int(number), first..<position)
      case 5: _ = try littleEndian(byteCount: 4, in: bytes)
      default: throw .invalidTag(offset: start)
      }
    }
    return nil
  }

  /// Most tags, lengths and numbers have one byte.
  @inline(__always)
  private mutating func varint(in bytes: Span<UInt8>) throws(WireError) -> UInt64 {
    if position < end, bytes[position] < 0x80 {
      position += 1
      return UInt64(bytes[position - 1])
    }
    return try longVarint(in: bytes)
  }

  @inline(never)
  private mutating func longVarint(in bytes: Span<UInt8>) throws(WireError) -> UInt64 {
    let start = position
    var result: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      guard position < end else { throw .truncated(offset: position) }
      let byte = bytes[position]
      position += 1
      // The tenth byte has room for one bit.
      guard shift < 63 || byte <= 1 else { throw .varintTooLong(offset: start) }
      result |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return result }
      shift += 7
    }
  }

  private mutating func littleEndian(
    byteCount: Int,
    in bytes: Span<UInt8>
  ) throws(WireError) -> UInt64 {
    guard byteCount <= end - position else { throw .truncated(offset: position) }
    var result: UInt64 = 0
    for index in 0..<byteCount {
      result |= UInt64(bytes[position + index]) << UInt64(8 * index)
    }
    position += byteCount
    return result
  }
}
