// SPDX-License-Identifier: MIT
import OTPCore
import Shell
import Vault

/// Tokens as lines of text, in columns.
enum TokenTable {
  /// Writes one line a token: issuer, account, how codes are made, tags.
  ///
  /// - Parameter records: what to list.
  /// - Returns: the lines, or nothing for no token.
  static func text(_ records: [TokenRecord]) -> String {
    var rows: [[String]] = []
    for record in records {
      rows.append([
        DisplayText.escaped(record.token.label.issuer),
        DisplayText.escaped(record.token.label.account),
        summary(of: record.token.generator),
        DisplayText.escaped(record.token.tags.map { "#\($0)" }.joined(separator: " ")),
      ])
    }
    return columns(rows)
  }

  /// Says in a few words how codes are made; what everybody has is left out.
  ///
  /// - Parameter generator: how codes are made.
  /// - Returns: `totp`, or `totp SHA256 8 digits 60 s`.
  static func summary(of generator: Generator) -> String {
    var words = [generator.typeName]
    if generator.algorithm != .sha1 { words.append(generator.algorithm.rawValue) }
    if case .steam = generator {
    } else if generator.codeLength != Digits.six.count {
      words.append("\(generator.codeLength) digits")
    }
    if let period = generator.period, period != .thirtySeconds {
      words.append("\(period.seconds) s")
    }
    return words.joined(separator: " ")
  }

  /// Aligns cells in columns with two spaces between; a line has no spaces at its end.
  ///
  /// - Parameter rows: the cells of each line, escaped.
  /// - Returns: the lines.
  static func columns(_ rows: [[String]]) -> String {
    var widths: [Int] = []
    for row in rows {
      for (index, cell) in row.enumerated() {
        let width = DisplayText.columns(cell)
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
        line += DisplayText.padded(cell, to: widths[index] + 2)
      }
      while line.last == " " { line.removeLast() }
      text += line + "\n"
    }
    return text
  }
}
