// SPDX-License-Identifier: MIT

/// Writes protobuf fields straight into memory that someone else owns: an array under construction,
/// or guarded memory, so that a message with secrets never lies anywhere else.
///
/// Protocol Buffers, "Encoding".
extension OutputSpan<UInt8> {
  /// Appends bytes as they are.
  ///
  /// - Parameter bytes: what to append.
  public mutating func append(contentsOf bytes: Span<UInt8>) {
    for index in bytes.indices { append(bytes[index]) }
  }

  /// Appends a variable-length integer: seven bits a byte, the lowest first.
  ///
  /// - Parameter value: the integer.
  public mutating func append(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends an integer field, or nothing for 0, which is what an absent field means.
  ///
  /// - Parameters:
  ///   - number: the field's number.
  ///   - value: the integer.
  public mutating func appendField(_ number: Int, varint value: UInt64) {
    guard value != 0 else { return }
    append(varint: UInt64(number) << 3)
    append(varint: value)
  }

  /// Appends the tag and the length of a length-delimited field whose bytes follow.
  ///
  /// - Parameters:
  ///   - number: the field's number.
  ///   - byteCount: how many bytes follow.
  public mutating func appendHeader(ofField number: Int, byteCount: Int) {
    append(varint: UInt64(number) << 3 | 2)
    append(varint: UInt64(byteCount))
  }

  /// Appends a bytes field, or nothing for no bytes, which is what an absent field means.
  ///
  /// - Parameters:
  ///   - number: the field's number.
  ///   - bytes: the value.
  public mutating func appendField(_ number: Int, bytes: Span<UInt8>) {
    guard !bytes.isEmpty else { return }
    appendElement(ofField: number, bytes: bytes)
  }

  /// Appends a string field, or nothing for an empty one.
  ///
  /// - Parameters:
  ///   - number: the field's number.
  ///   - string: the value, written as UTF-8.
  public mutating func appendField(_ number: Int, string: String) {
    appendField(number, bytes: string.utf8.span)
  }

  /// Appends one element of a repeated field, empty or not.
  ///
  /// - Parameters:
  ///   - number: the field's number.
  ///   - bytes: the element.
  public mutating func appendElement(ofField number: Int, bytes: Span<UInt8>) {
    appendHeader(ofField: number, byteCount: bytes.count)
    append(contentsOf: bytes)
  }
}

/// How long protobuf fields get, so that memory of just the right size can be had before writing.
public enum ProtobufSize {
  /// Counts the bytes of a variable-length integer.
  ///
  /// - Parameter value: the integer.
  /// - Returns: 1 to 10.
  public static func varint(_ value: UInt64) -> Int {
    max(1, (UInt64.bitWidth - value.leadingZeroBitCount + 6) / 7)
  }

  /// Counts the bytes of an integer field; 0 for the value 0, which is not written.
  ///
  /// - Parameters:
  ///   - number: the field's number.
  ///   - value: the integer.
  /// - Returns: the bytes, tag and all.
  public static func field(_ number: Int, varint value: UInt64) -> Int {
    value == 0 ? 0 : varint(UInt64(number) << 3) + varint(value)
  }

  /// Counts the bytes of a length-delimited field; 0 for no bytes, which is not written.
  ///
  /// - Parameters:
  ///   - number: the field's number.
  ///   - byteCount: the length of its value in bytes.
  /// - Returns: the bytes, tag and all.
  public static func field(_ number: Int, byteCount: Int) -> Int {
    byteCount == 0 ? 0 : element(ofField: number, byteCount: byteCount)
  }

  /// Counts the bytes of one element of a repeated field.
  ///
  /// - Parameters:
  ///   - number: the field's number.
  ///   - byteCount: the length of its value in bytes.
  /// - Returns: the bytes, tag and all.
  public static func element(ofField number: Int, byteCount: Int) -> Int {
    varint(UInt64(number) << 3) + varint(UInt64(byteCount)) + byteCount
  }
}
