// SPDX-License-Identifier: MIT
import Secrets

extension RecoveryCode {
  /// What stands for a symbol that is none.
  private static let noSymbol: UInt8 = 0xFF
  /// Whoever types more than this types something else.
  private static let mostSymbols = 64

  /// Reads what a person copied, whatever the case, the spaces and the dashes; O is 0, I and L are 1, and
  /// U is V.
  ///
  /// - Parameter text: any bytes.
  /// - Returns: what it is.
  package static func read(_ text: Span<UInt8>) -> Reading {
    var groups: [Range<Int>] = []
    var start = 0
    let symbols = SecretBytes(capacity: mostSymbols) { output in
      var offset = 0
      while offset < text.count, output.count < mostSymbols {
        let separator = separatorLength(of: text, at: offset)
        if separator > 0 {
          if output.count > start { groups.append(start..<output.count) }
          start = output.count
          offset += separator
        } else {
          output.append(value(of: text[offset]))
          offset += 1
        }
      }
      if output.count > start { groups.append(start..<output.count) }
    }
    if groups.count != groupCount {
      guard symbols.count == groupCount * groupLength else { return .other }
      groups = (0..<groupCount).map { $0 * groupLength..<($0 + 1) * groupLength }
    }
    return reading(symbols.span, groups)
  }

  private static func reading(_ symbols: Span<UInt8>, _ groups: [Range<Int>]) -> Reading {
    var wrong: [Int] = []
    for (index, group) in groups.enumerated()
    where !isRight(symbols.extracting(group), number: index + 1) {
      wrong.append(index + 1)
    }
    guard wrong.isEmpty else {
      return groupCount - wrong.count >= leastRightGroups ? .mistyped(groups: wrong) : .other
    }
    var digest: UInt16 = 0
    let bytes = SecretBytes(capacity: byteCount) { output in
      var bits: UInt32 = 0
      var bitCount = 0
      for index in symbols.indices where index % groupLength < dataLength {
        bits = bits << 5 | UInt32(symbols[index])
        bitCount += 5
        if bitCount >= 8, output.count < byteCount {
          bitCount -= 8
          output.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
        }
      }
      digest = UInt16(truncatingIfNeeded: bits & 0xFFF)
    }
    let code = RecoveryCode(bytes: Secret(bytes))
    return self.digest(of: code.bytes) == digest ? .code(code) : .mistyped(groups: [])
  }

  private static func isRight(_ group: Span<UInt8>, number: Int) -> Bool {
    guard group.count == groupLength else { return false }
    var sum = UInt8(number)
    for place in group.indices {
      guard group[place] != noSymbol else { return false }
      sum ^= product(group[place], power: place < dataLength ? place + 1 : 0)
    }
    return sum == 0
  }

  private static func value(of character: UInt8) -> UInt8 {
    let isLower = character >= UInt8(ascii: "a") && character <= UInt8(ascii: "z")
    let upper = isLower ? character - 0x20 : character
    switch upper {
    case UInt8(ascii: "O"): return 0
    case UInt8(ascii: "I"), UInt8(ascii: "L"): return 1
    case UInt8(ascii: "U"): return value(of: UInt8(ascii: "V"))
    default: return alphabet.firstIndex(of: upper).map { UInt8($0) } ?? noSymbol
    }
  }

  /// How many bytes a space or a dash has; word processors make some of Unicode's of them.
  private static func separatorLength(of text: Span<UInt8>, at offset: Int) -> Int {
    let first = text[offset]
    switch first {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "-"): return 1
    case 0xC2 where offset + 1 < text.count && text[offset + 1] == 0xA0: return 2
    case 0xE2 where offset + 2 < text.count:
      let (second, third) = (text[offset + 1], text[offset + 2])
      // U+2010 to U+2015, and the minus sign U+2212.
      let isDash = second == 0x80 && third >= 0x90 && third <= 0x95
      return isDash || (second == 0x88 && third == 0x92) ? 3 : 0
    default: return 0
    }
  }
}
