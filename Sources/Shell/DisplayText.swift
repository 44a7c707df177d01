// SPDX-License-Identifier: MIT

/// Text that strangers wrote, made fit for a terminal.
package enum DisplayText {
  /// Replaces what would steer a terminal, or hide in it, by visible escapes.
  ///
  /// Control characters (C0, DEL, C1), line and paragraph separators, the marks that reorder text for
  /// display and what has no width become `\u{…}`. Joiners and variation selectors stay, since scripts
  /// and emoji need them.
  ///
  /// - Parameter text: any text.
  /// - Returns: text that stands on one line and does nothing.
  package static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isDangerous) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isDangerous(scalar) {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x2029: true
    case 0x200C...0x200D, 0x180B...0x180D, 0x180F, 0xFE00...0xFE0F, 0xE0100...0xE01EF: false
    case ..<0xAD: false
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// Tells whether there is anything in a text that a person can see.
  ///
  /// - Parameter text: any text.
  /// - Returns: whether it has a letter, a sign or a picture.
  package static func isVisible(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      let properties = scalar.properties
      return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
        && properties.generalCategory != .control && properties.generalCategory != .format
    }
  }

  /// Counts the columns that text takes on a terminal.
  ///
  /// - Parameter text: text without control characters.
  /// - Returns: the columns: two for wide characters, none for marks that combine.
  ///
  /// Unicode Standard Annex #11.
  package static func columns(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    var columns = 0
    for character in text { columns += self.columns(of: character) }
    return columns
  }

  private static func columns(of character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    // A variation selector 16 asks for the emoji form, which is wide.
    if character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if first.properties.isEmojiPresentation { return 2 }
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }

  /// Pads text with spaces on the right.
  ///
  /// - Parameters:
  ///   - text: text without control characters.
  ///   - columns: how wide it is to be.
  /// - Returns: the text, and spaces.
  package static func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - self.columns(text)))
  }
}
