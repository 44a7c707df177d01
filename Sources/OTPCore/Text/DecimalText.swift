// SPDX-License-Identifier: MIT

extension FixedWidthInteger {
  /// Reads a number that is written in decimal digits and nothing else.
  ///
  /// The result is `nil` for another text, for one with a sign, and for a number that does not fit.
  ///
  /// - Parameter text: ASCII digits, one at least.
  package init?(decimal text: String) {
    guard let first = text.utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    else { return nil }
    self.init(text)
  }
}
