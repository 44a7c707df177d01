// SPDX-License-Identifier: MIT

/// A word known by its place, required unless made ``optional``.
package struct Positional<Value: Sendable>: ValueArgument {
  package var description: ArgumentDescription
  package let conversion: Conversion<Value>

  /// Declares a word that is converted in a way that has a name, such as `.integer(in: 1...10)`.
  ///
  /// - Parameters:
  ///   - name: the word for it in lower-case kebab form; help shows it in capitals.
  ///   - summary: one line without a full stop.
  ///   - conversion: how its text becomes a `Value`.
  package init(_ name: String, _ summary: String, as conversion: Conversion<Value>) {
    self.conversion = conversion
    description = ArgumentDescription(
      kind: .positional,
      name: name,
      valueName: name.uppercased(),
      summary: summary,
      completion: conversion.completion,
      isRequired: true
    )
  }

  /// Declares a word that a closure converts.
  ///
  /// - Parameters:
  ///   - name: the word for it in lower-case kebab form; help shows it in capitals.
  ///   - summary: one line without a full stop.
  ///   - convert: turns its text into a `Value`, or throws what was expected instead.
  package init(
    _ name: String,
    _ summary: String,
    convert: @escaping @Sendable (String) throws(ArgumentError) -> Value
  ) {
    self.init(name, summary, as: Conversion(convert: convert))
  }

  @inlinable
  package func lookup(in values: [any Sendable]) -> Value? {
    values.last as? Value
  }

  /// The same word, which may be left out and is read as `Value?`.
  package var optional: OptionalPositional<Value> { OptionalPositional(self) }
}

extension Positional where Value == String {
  /// Declares a word that is taken as it stands.
  ///
  /// - Parameters:
  ///   - name: the word for it in lower-case kebab form; help shows it in capitals.
  ///   - summary: one line without a full stop.
  package init(_ name: String, _ summary: String) {
    self.init(name, summary, as: .text)
  }
}
