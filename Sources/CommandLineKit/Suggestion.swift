// SPDX-License-Identifier: MIT

/// Finds the name that someone most likely meant.
///
/// - Parameters:
///   - typed: what was typed.
///   - names: the names there are; of several equally near the first is taken.
/// - Returns: a name one edit away, else one that begins with what was typed, else one two edits
///   away; the edits must leave at least half of the letters alone. Nil if there is none.
package func nearest(to typed: String, among names: [String]) -> String? {
  let typedBytes = Array(typed.utf8)
  var best: String?
  var bestDistance = 3
  var completion: String?
  for name in names {
    let bytes = Array(name.utf8)
    if completion == nil, bytes.starts(with: typedBytes) { completion = name }
    // A longer difference alone is more than two edits: such pairs need no table.
    guard abs(bytes.count - typedBytes.count) <= 2 else { continue }
    let distance = editDistance(typedBytes, bytes)
    if distance < bestDistance, 2 * distance <= max(bytes.count, typedBytes.count) {
      best = name
      bestDistance = distance
    }
  }
  if typedBytes.isEmpty { return nil }
  return bestDistance <= 1 ? best : completion ?? best
}

/// Counts the edits between two words: a byte inserted, removed or replaced, or two neighbours
/// exchanged (the Damerau–Levenshtein distance in its restricted form, optimal string alignment).
func editDistance(_ first: [UInt8], _ second: [UInt8]) -> Int {
  var beforePrevious: [Int] = []
  var previous = Array(0...second.count)
  for row in 0..<first.count {
    var current = [row + 1]
    for column in 0..<second.count {
      let replaced = previous[column] + (first[row] == second[column] ? 0 : 1)
      var distance = min(replaced, previous[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
        distance = min(distance, beforePrevious[column - 1] + 1)
      }
      current.append(distance)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[second.count]
}

/// Tells whether a word has the form of a name: lower-case ASCII letters, digits and inner single
/// hyphens, beginning with a letter or a digit.
func isKebab(_ word: some StringProtocol) -> Bool {
  var afterHyphen = true
  for byte in word.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      afterHyphen = false
    case UInt8(ascii: "-") where !afterHyphen: afterHyphen = true
    default: return false
    }
  }
  return !afterHyphen
}
