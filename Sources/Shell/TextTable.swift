// SPDX-License-Identifier: MIT

/// Text in columns.
package enum TextTable {
  /// How far one long cell pushes what is right of it in every other line, in terminal columns.
  private static let widest = 48

  /// Aligns cells in columns with two spaces between, unless one is very long; a line has no spaces at its end.
  ///
  /// - Parameter rows: the cells of each line, escaped.
  /// - Returns: the lines.
  package static func columns(_ rows: [[String]]) -> String {
    var widths: [Int] = []
    for row in rows {
      for (index, cell) in row.enumerated() {
        let width = min(DisplayText.columns(cell), widest)
        if index == widths.count {
          widths.append(width)
        } else {
          widths[index] = max(widths[index], width)
        }
      }
    }
    var text = ""
    for row in rows {
      var line = ""
      for (index, cell) in row.enumerated() where widths[index] > 0 {
        line += DisplayText.padded(cell, to: widths[index]) + "  "
      }
      while line.last == " " { line.removeLast() }
      text += line + "\n"
    }
    return text
  }
}
