// SPDX-License-Identifier: MIT

/// A name without a value, such as `--json`; read as `Bool`.
package struct Flag: Argument {
  package let description: ArgumentDescription

  /// Declares a flag.
  ///
  /// - Parameters:
  ///   - name: the long name without dashes, in lower-case kebab form.
  ///   - short: the one-letter name without its dash.
  ///   - summary: one line without a full stop.
  package init(_ name: String, short: Character? = nil, _ summary: String) {
    description = ArgumentDescription(kind: .flag, name: name, short: short, summary: summary)
  }

  package var convert: (@Sendable (String) throws(ArgumentError) -> any Sendable)? { nil }

  @inlinable
  package func lookup(in values: [any Sendable]) -> Bool? { !values.isEmpty }
}
