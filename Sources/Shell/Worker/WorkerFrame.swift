// SPDX-License-Identifier: MIT

/// What stands before each answer of the worker: its length in four bytes, most significant first.
package enum WorkerFrame {
  /// The most bytes that an answer may have.
  package static let mostBytes = 8 << 20

  /// The bytes before the answer.
  package static let lengthByteCount = 4

  /// Reads the length.
  ///
  /// - Parameter bytes: ``lengthByteCount`` bytes.
  /// - Returns: how many bytes follow.
  /// - Throws: ``WorkerError/answerTooLong(limit:)``.
  static func byteCount(_ bytes: Span<UInt8>) throws(WorkerError) -> Int {
    var count = 0
    for index in bytes.indices { count = count << 8 | Int(bytes[index]) }
    guard count <= mostBytes else { throw .answerTooLong(limit: mostBytes) }
    return count
  }
}

extension OutputSpan<UInt8> {
  /// Appends the length that stands before an answer.
  mutating func append(frameLength count: Int) {
    for shift in stride(from: 24, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: count >> shift))
    }
  }
}
