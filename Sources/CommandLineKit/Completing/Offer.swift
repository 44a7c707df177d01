// SPDX-License-Identifier: MIT

/// What a shell may offer at the end of an unfinished command line.
package enum Offer: Equatable, Sendable {
  /// A word, and what it does.
  package struct Candidate: Equatable, Sendable {
    /// The whole word.
    package let text: String
    /// One line on it, or nothing.
    package let summary: String

    /// Makes a candidate.
    package init(_ text: String, _ summary: String = "") {
      self.text = text
      self.summary = summary
    }
  }

  /// These words, which begin as the unfinished one does.
  case words([Candidate])
  /// Names of files.
  case files
  /// Names of tokens that begin with a text.
  case tokens(prefix: String)
  /// Whatever another program offers for these words.
  case external(name: String, words: [String])
}
