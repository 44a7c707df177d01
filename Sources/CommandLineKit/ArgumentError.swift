// SPDX-License-Identifier: MIT

/// Says what an argument should have been.
///
/// The closure that throws it names neither the argument nor the text it was given; the parser
/// adds the one, and the other only if the argument is not sensitive.
package struct ArgumentError: Error, Equatable, Sendable {
  /// What was expected, to follow the word "expects": `a number from 1 to 10`.
  package let expected: String

  /// Says what was expected.
  ///
  /// - Parameter expected: words that follow "expects", without the text that was given.
  package init(expected: String) {
    self.expected = expected
  }
}
