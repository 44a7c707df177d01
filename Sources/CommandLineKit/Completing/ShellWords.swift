// SPDX-License-Identifier: MIT

/// A command line as bash keeps it, taken apart.
package struct ShellWords: Equatable, Sendable {
  /// The words of the last simple command, without quotes; the last one is unfinished, and empty when
  /// the line ends in a space.
  package let words: [String]

  /// How many characters of the last word bash does not replace: those up to its last `:` or `=`, at
  /// which bash parts words, unless a quote is open.
  package let keptCount: Int

  /// Takes a line apart.
  ///
  /// - Parameter line: up to the cursor.
  ///
  /// POSIX.1-2017, Shell Command Language, §2.2.
  package init(_ line: String) {
    var words: [String] = []
    var word = ""
    var isWord = false
    var quote: Character?
    var isQuoted = false
    var iterator = line.makeIterator()
    while let character = iterator.next() {
      switch (quote, character) {
      case (nil, "'"), (nil, "\""):
        (quote, isWord, isQuoted) = (character, true, true)
      case (let open?, character) where open == character:
        quote = nil
      case (nil, "\\"), ("\"", "\\"):
        isWord = true
        if let next = iterator.next() { word.append(next) }
      case (nil, " "), (nil, "\t"):
        if isWord { words.append(word) }
        (word, isWord, isQuoted) = ("", false, false)
      case (nil, "|"), (nil, ";"), (nil, "&"), (nil, "("):
        (words, word, isWord, isQuoted) = ([], "", false, false)
      default:
        word.append(character)
        isWord = true
      }
    }
    let kept = isQuoted ? nil : word.lastIndex { $0 == ":" || $0 == "=" }
    keptCount = kept.map { word.distance(from: word.startIndex, to: $0) + 1 } ?? 0
    self.words = words + [word]
  }
}
