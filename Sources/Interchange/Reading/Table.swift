// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// A table of comma-separated values with a heading.
///
/// RFC 4180; the separator may be a semicolon or a tab.
struct Table: Sendable {
  /// The most rows.
  static let mostRows = 200_000

  /// The names of the columns, in small letters.
  let columns: [String]

  /// The rows after the heading; empty lines are passed over.
  let rows: [[Secret]]

  /// Reads a table.
  ///
  /// - Parameter bytes: UTF-8, with or without byte order mark.
  init?(_ bytes: Span<UInt8>) {
    let start = bytes.begins(with: "\u{FEFF}") ? 3 : 0
    let heading = (start..<bytes.count).prefix { bytes[$0] != 0x0A && bytes[$0] != 0x0D }
    let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
    guard heading.count < 4096,
      let separator = separators.first(where: { byte in heading.contains { bytes[$0] == byte } })
    else { return nil }
    var cells: [[Range<Int>]] = [[]]
    let storage = SecretBytes(capacity: bytes.count) { output in
      var index = start
      var cell = 0
      var isQuoted = false
      while index < bytes.count, cells.count <= Self.mostRows {
        let byte = bytes[index]
        index += 1
        switch byte {
        case UInt8(ascii: "\"") where isQuoted:
          if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
            output.append(byte)
            index += 1
          } else {
            isQuoted = false
          }
        case _ where isQuoted: output.append(byte)
        case UInt8(ascii: "\"") where output.count == cell: isQuoted = true
        case separator:
          cells[cells.count - 1].append(cell..<output.count)
          cell = output.count
        case 0x0A, 0x0D:
          cells[cells.count - 1].append(cell..<output.count)
          cell = output.count
          cells.append([])
        default: output.append(byte)
        }
      }
      cells[cells.count - 1].append(cell..<output.count)
    }
    let arena = SecretArena(storage)
    var rows: [[Secret]] = []
    for row in cells where row.count > 1 || row.contains(where: { !$0.isEmpty }) {
      rows.append(row.map(arena.secret))
    }
    guard rows.count > 0, rows.count <= Self.mostRows else { return nil }
    columns = rows.removeFirst().map { $0.string.lowercased() }
    self.rows = rows
  }

  /// Whether all these columns are there.
  func has(_ names: String...) -> Bool {
    names.allSatisfy(columns.contains)
  }

  /// The cell of a row in a named column; `nil` when there is none, or nothing in it.
  func cell(_ row: [Secret], _ name: String) -> Secret? {
    guard let index = columns.firstIndex(of: name), index < row.count, row[index].count > 0 else {
      return nil
    }
    return row[index]
  }
}
