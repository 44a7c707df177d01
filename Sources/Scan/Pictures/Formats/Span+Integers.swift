// SPDX-License-Identifier: MIT

// Every reader here answers `nil` past the end: a header that a stranger cut short is no error of ours.
extension Span<UInt8> {
  /// Tells whether these very bytes stand at `offset`.
  func holds(_ expected: some Collection<UInt8>, at offset: Int) -> Bool {
    guard offset >= 0, offset <= count - expected.count else { return false }
    var position = offset
    for byte in expected {
      guard self[position] == byte else { return false }
      position += 1
    }
    return true
  }

  /// Reads one byte.
  func uint8(at offset: Int) -> Int? {
    offset >= 0 && offset < count ? Int(self[offset]) : nil
  }

  /// Reads two bytes, least significant first.
  func uint16LE(at offset: Int) -> Int? {
    guard offset >= 0, offset <= count - 2 else { return nil }
    return Int(self[offset]) | Int(self[offset + 1]) << 8
  }

  /// Reads two bytes, most significant first.
  func uint16BE(at offset: Int) -> Int? {
    uint16LE(at: offset).map { Int(UInt16(truncatingIfNeeded: $0).byteSwapped) }
  }

  /// Reads three bytes, least significant first.
  func uint24LE(at offset: Int) -> Int? {
    guard let low = uint16LE(at: offset), let high = uint8(at: offset + 2) else { return nil }
    return low | high << 16
  }

  /// Reads four bytes, least significant first.
  func uint32LE(at offset: Int) -> Int? {
    guard let low = uint16LE(at: offset), let high = uint16LE(at: offset + 2) else { return nil }
    return low | high << 16
  }

  /// Reads four bytes, most significant first.
  func uint32BE(at offset: Int) -> Int? {
    uint32LE(at: offset).map { Int(UInt32(truncatingIfNeeded: $0).byteSwapped) }
  }
}
