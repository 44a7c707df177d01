// SPDX-License-Identifier: MIT
import CIconv

/// Shift-JIS, which Japanese makers of codes write, often without saying so (JIS X 0208 Annex 1).
///
/// As code page 932, which has a backslash where others have a yen sign.
enum ShiftJIS {
  /// Loads its table for good, as long as files can be opened.
  ///
  /// And that of Latin-1, which zbar needs for codes that name it as their encoding.
  static func prepare() {
    // Sound: the names are strings that outlive the calls; what is opened is never closed.
    for name in ["CP932", "ISO8859-1"] { _ = unsafe iconv_open("UTF-8", name) }
  }

  /// Reads bytes as Shift-JIS.
  ///
  /// - Returns: `nil` when they are not valid, or when they are more likely Latin-1: without a first byte
  ///   that Latin-1 gives to no letter, and without three half-width katakana in a row.
  static func text(_ bytes: [UInt8]) -> String? {
    guard isLikely(bytes) else { return nil }
    // Sound: as above, and what was opened is closed.
    let converter = unsafe iconv_open("UTF-8", "CP932")
    guard let converter = unsafe converter, Int(bitPattern: converter) != -1 else { return nil }
    defer { unsafe iconv_close(converter) }
    var input = bytes.map { CChar(bitPattern: $0) }
    var text = [UInt8](repeating: 0, count: 3 * bytes.count)
    // Sound: each pointer comes with the room that is behind it; a character takes 3 bytes at most.
    let count = unsafe input.withUnsafeMutableBufferPointer { input -> Int? in
      unsafe text.withUnsafeMutableBytes { output in
        var source = input.baseAddress
        var sourceLeft = input.count
        var target = unsafe output.baseAddress?.assumingMemoryBound(to: CChar.self)
        var targetLeft = output.count
        let result = unsafe iconv(converter, &source, &sourceLeft, &target, &targetLeft)
        return result == -1 || sourceLeft > 0 ? nil : output.count - targetLeft
      }
    }
    return count.flatMap { String(validating: text[..<$0], as: UTF8.self) }
  }

  private static func isLikely(_ bytes: [UInt8]) -> Bool {
    var hasUnusualByte = false
    var katakana = 0
    var hasWord = false
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case 0x81...0x9F, 0xE0...0xFC:
        guard index + 1 < bytes.count,
          [0x40...0x7E, 0x80...0xFC].contains(where: { $0 ~= bytes[index + 1] })
        else { return false }
        hasUnusualByte = hasUnusualByte || bytes[index] < 0xA0
        katakana = 0
        index += 2
      case 0xA1...0xDF:
        katakana += 1
        hasWord = hasWord || katakana == 3
        index += 1
      case 0x00..<0x80:
        katakana = 0
        index += 1
      default:
        return false
      }
    }
    return hasUnusualByte || hasWord
  }
}
