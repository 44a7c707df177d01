// SPDX-License-Identifier: MIT

extension QRCode {
  /// How a terminal shows light and dark.
  public enum TerminalStyle: Sendable {
    /// Black on white by colours of its own, whatever the theme.
    case coloured
    /// Without colours, for light text on a dark background.
    case plain
    /// Without colours, for dark text on a light background.
    case plainOnLight
  }

  /// Draws the code in half blocks, two rows of modules in a line of text.
  ///
  /// - Parameter style: how light and dark are told.
  /// - Returns: lines of UTF-8, with ECMA-48 colours only in ``TerminalStyle/coloured``.
  public func text(_ style: TerminalStyle) -> String {
    // The cube's black and white: a theme may make anything of the sixteen named colours.
    let begin = style == .coloured ? "\u{1B}[38;5;16;48;5;231m" : ""
    let end = style == .coloured ? "\u{1B}[0m" : ""
    // What is inked by the text's own colour: dark modules on white, light ones on a dark background.
    let inked = style != .plain
    var text = ""
    for row in stride(from: range.lowerBound, to: range.upperBound, by: 2) {
      text += begin
      for column in range {
        let top = isDark(column: column, row: row) == inked
        // An odd last row has nothing under it, which is the background.
        let hasBottom = row + 1 < range.upperBound
        let bottom = hasBottom && isDark(column: column, row: row + 1) == inked
        text += top ? (bottom ? "█" : "▀") : (bottom ? "▄" : " ")
      }
      text += end + "\n"
    }
    return text
  }
}
