// SPDX-License-Identifier: MIT

/// Breaks text into lines at its spaces.
///
/// - Parameters:
///   - text: words; every run of spaces and line ends counts as one space.
///   - width: the most characters a line may have; a longer word has a line to itself.
/// - Returns: the lines, without line ends; none for empty text.
func wrapped(_ text: String, width: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  for word in text.split(whereSeparator: { $0 == " " || $0.isNewline }) {
    if line.isEmpty {
      line = String(word)
    } else if line.count + 1 + word.count <= width {
      line += " " + word
    } else {
      lines.append(line)
      line = String(word)
    }
  }
  if !line.isEmpty { lines.append(line) }
  return lines
}

/// Breaks paragraphs into lines; those whose first line begins with two spaces keep theirs.
///
/// - Parameters:
///   - text: paragraphs separated by empty lines.
///   - width: the most characters a line may have.
/// - Returns: the lines, with one empty line between paragraphs.
func wrappedParagraphs(_ text: String, width: Int) -> [String] {
  var lines: [String] = []
  var paragraph: [Substring] = []
  func end() {
    guard let first = paragraph.first else { return }
    if !lines.isEmpty { lines.append("") }
    if first.hasPrefix("  ") {
      lines += paragraph.map(String.init)
    } else {
      lines += wrapped(paragraph.joined(separator: " "), width: width)
    }
    paragraph = []
  }
  for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
    if line.allSatisfy({ $0 == " " }) {
      end()
    } else {
      paragraph.append(line)
    }
  }
  end()
  return lines
}
