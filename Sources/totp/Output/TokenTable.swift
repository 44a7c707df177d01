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
    return TextTable.columns(rows)
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
}
