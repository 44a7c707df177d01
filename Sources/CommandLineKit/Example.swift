// SPDX-License-Identifier: MIT

/// A line to type, and what it does.
package struct Example: Equatable, Sendable {
  /// What it does, on one line without a full stop.
  package let summary: String
  /// What to type in a shell.
  package let line: String

  /// Shows a line to type.
  ///
  /// - Parameters:
  ///   - summary: what it does, on one line without a full stop.
  ///   - line: what to type in a shell.
  package init(_ summary: String, _ line: String) {
    self.summary = summary
    self.line = line
  }
}
