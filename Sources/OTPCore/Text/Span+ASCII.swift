// SPDX-License-Identifier: MIT

/// Looking at text that is still bytes, by ranges, since it may hold a secret.
extension Span<UInt8> {
  /// Finds the first byte of a value.
  ///
  /// - Parameters:
  ///   - byte: what to find.
  ///   - range: where to look.
  /// - Returns: its place, or `nil`.
  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    for index in range where self[index] == byte { return index }
    return nil
  }

  /// Tells whether an ASCII text stands at a place, in any case.
  ///
  /// - Parameters:
  ///   - text: the text, in small letters.
  ///   - range: where it is to stand; more may follow it there.
  /// - Returns: `true` when it does.
  func starts(with text: StaticString, in range: Range<Int>) -> Bool {
    guard text.utf8CodeUnitCount <= range.count else { return false }
    for offset in 0..<text.utf8CodeUnitCount {
      // The offset stays below the text's length.
      let expected = unsafe text.utf8Start[offset]
      guard self[range.lowerBound + offset].asciiLowercased == expected else { return false }
    }
    return true
  }

  /// Drops spaces, tabs and line ends at both ends.
  ///
  /// - Parameter range: where the text lies.
  /// - Returns: where the rest lies.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, self[start].isASCIISpace { start += 1 }
    while start < end, self[end - 1].isASCIISpace { end -= 1 }
    return start..<end
  }
}

extension OutputSpan<UInt8> {
  /// Appends an ASCII text.
  ///
  /// - Parameter text: what to append.
  mutating func append(ascii text: StaticString) {
    for index in 0..<text.utf8CodeUnitCount {
      // The index stays below the text's length.
      append(unsafe text.utf8Start[index])
    }
  }
}

extension UInt8 {
  /// The small letter of a capital one, and every other byte as it is.
  var asciiLowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }

  /// Whether it is a space, a tab, a carriage return or a line feed.
  var isASCIISpace: Bool {
    self == UInt8(ascii: " ") || self == 0x09 || self == 0x0A || self == 0x0D
  }

  /// Whether it is an ASCII letter or digit.
  var isASCIIAlphanumeric: Bool {
    let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
    return isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(asciiLowercased)
  }
}
