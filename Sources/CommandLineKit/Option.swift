// SPDX-License-Identifier: MIT

/// A name with a value, such as `--at TIME`; read as `Value?`, or `[Value]` if made repeating.
package struct Option<Value: Sendable>: ValueArgument {
  package typealias Lookup = Value?

  package var description: ArgumentDescription
  package let conversion: Conversion<Value>

  /// Declares an option that is converted in a way that has a name, such as `.choice(of:)`.
  ///
  /// - Parameters:
  ///   - name: the long name without dashes, in lower-case kebab form.
  ///   - short: the one-letter name without its dash.
  ///   - valueName: what stands for the value in help, in capitals.
  ///   - summary: one line without a full stop.
  ///   - conversion: how its text becomes a `Value`.
  package init(
    _ name: String,
    short: Character? = nil,
    value valueName: String,
    _ summary: String,
    as conversion: Conversion<Value>
  ) {
    self.conversion = conversion
    description = ArgumentDescription(
      kind: .option,
      name: name,
      short: short,
      valueName: valueName,
      summary: summary,
      completion: conversion.completion
    )
  }

  /// Declares an option whose value a closure converts.
  ///
  /// - Parameters:
  ///   - name: the long name without dashes, in lower-case kebab form.
  ///   - short: the one-letter name without its dash.
  ///   - valueName: what stands for the value in help, in capitals.
  ///   - summary: one line without a full stop.
  ///   - convert: turns the text into a `Value`, or throws what was expected instead.
  package init(
    _ name: String,
    short: Character? = nil,
    value valueName: String,
    _ summary: String,
    convert: @escaping @Sendable (String) throws(ArgumentError) -> Value
  ) {
    self.init(name, short: short, value: valueName, summary, as: Conversion(convert: convert))
  }
}

extension Option where Value == String {
  /// Declares an option whose value is taken as it stands.
  ///
  /// - Parameters:
  ///   - name: the long name without dashes, in lower-case kebab form.
  ///   - short: the one-letter name without its dash.
  ///   - valueName: what stands for the value in help, in capitals.
  ///   - summary: one line without a full stop.
  package init(
    _ name: String,
    short: Character? = nil,
    value valueName: String,
    _ summary: String
  ) {
    self.init(name, short: short, value: valueName, summary, as: .text)
  }
}
