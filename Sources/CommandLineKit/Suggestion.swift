// SPDX-License-Identifier: MIT

/// Guesses what somebody meant to type.
package enum Suggestion {
  /// Finds the candidate that is nearest to a text.
  ///
  /// - Parameters:
  ///   - text: what was typed.
  ///   - candidates: what could have been meant.
  /// - Returns: the first of the nearest, if a third of its letters, or two of them, would have to be
  ///   changed at most; or one that begins with the text.
  package static func nearest(to text: String, among candidates: [String]) -> String? {
    let typed = Array(text.lowercased())
    var best: (distance: Int, candidate: String)?
    for candidate in candidates {
      let letters = Array(candidate.lowercased())
      guard abs(letters.count - typed.count) <= 2 else { continue }
      let distance = distance(typed, letters)
      guard distance <= min(2, max(1, letters.count / 3)) else { continue }
      if distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    if let best { return best.candidate }
    guard typed.count >= 2 else { return nil }
    return candidates.first { $0.lowercased().hasPrefix(text.lowercased()) }
  }

  /// Counts the letters to put in, take out, change or swap with a neighbour.
  ///
  /// Damerau and Levenshtein's distance, in the form where no letter is changed twice.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var twoAbove: [Int] = []
    var above = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let isSame = left[row] == right[column]
        var least = min(current[column] + 1, above[column + 1] + 1, above[column] + (isSame ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, twoAbove[column - 1] + 1)
        }
        current.append(least)
      }
      twoAbove = above
      above = current
    }
    return above[right.count]
  }
}
