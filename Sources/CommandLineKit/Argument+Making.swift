// SPDX-License-Identifier: MIT

/// An argument that is known by its place and has to be there.
package typealias Positional = ValueArgument<String, Arity.One>

/// `--name VALUE`, which may come once.
package typealias Option<Value> = ValueArgument<Value, Arity.Optional>

extension ValueArgument where Value == String, Arity == CommandLineKit.Arity.One {
  /// Describes a positional argument that has to be there.
  ///
  /// - Parameters:
  ///   - name: its name, which help shows in capitals.
  ///   - summary: a line without a full stop.
  ///   - completion: what a shell can offer.
  package init(_ name: String, _ summary: String, completion: Completion = .none) {
    self.init(
      .positional, name, valueName: nil, summary, isRequired: true, completion: completion,
      convert: Self.unchanged)
  }

  /// Describes a positional argument that may be left out.
  ///
  /// - Parameters:
  ///   - name: its name, which help shows in capitals.
  ///   - summary: a line without a full stop.
  ///   - completion: what a shell can offer.
  /// - Returns: the argument.
  package static func optional(
    _ name: String, _ summary: String, completion: Completion = .none
  ) -> ValueArgument<String, CommandLineKit.Arity.Optional> {
    ValueArgument<String, CommandLineKit.Arity.Optional>(
      .positional, name, valueName: nil, summary, completion: completion, convert: Self.unchanged)
  }

  /// Describes positional arguments of which there is at least one; they come last.
  ///
  /// - Parameters:
  ///   - name: their name, which help shows in capitals.
  ///   - summary: a line without a full stop.
  ///   - completion: what a shell can offer.
  /// - Returns: the argument.
  package static func repeating(
    _ name: String, _ summary: String, completion: Completion = .none
  ) -> ValueArgument<String, CommandLineKit.Arity.Many> {
    ValueArgument<String, CommandLineKit.Arity.Many>(
      .positional, name, valueName: nil, summary, isRequired: true, isRepeating: true,
      completion: completion, convert: Self.unchanged)
  }

  private static func unchanged(_ text: String) throws(ArgumentError) -> String { text }
}

extension ValueArgument where Arity == CommandLineKit.Arity.Optional {
  /// Describes an option with a value of a type.
  ///
  /// - Parameters:
  ///   - name: the long name without dashes.
  ///   - short: the letter of the short form, if there is one.
  ///   - value: what stands for the value in help.
  ///   - summary: a line without a full stop.
  ///   - completion: what a shell can offer.
  ///   - convert: turns the text into a value, or says what is expected.
  package init(
    _ name: String,
    short: Character? = nil,
    value: String,
    _ summary: String,
    completion: Completion = .none,
    _ convert: @escaping @Sendable (String) throws(ArgumentError) -> Value
  ) {
    self.init(
      .option, name, short: short, valueName: value, summary, completion: completion,
      convert: convert)
  }
}

extension ValueArgument where Value == String, Arity == CommandLineKit.Arity.Optional {
  /// Describes an option with any text for a value.
  ///
  /// - Parameters:
  ///   - name: the long name without dashes.
  ///   - short: the letter of the short form, if there is one.
  ///   - value: what stands for the value in help.
  ///   - summary: a line without a full stop.
  ///   - completion: what a shell can offer.
  package init(
    _ name: String,
    short: Character? = nil,
    value: String,
    _ summary: String,
    completion: Completion = .none
  ) {
    self.init(
      .option, name, short: short, valueName: value, summary, completion: completion,
      convert: { (text) throws(ArgumentError) in text })
  }

  /// Describes an option with any text for a value, which may come several times.
  ///
  /// - Parameters:
  ///   - name: the long name without dashes.
  ///   - value: what stands for the value in help.
  ///   - summary: a line without a full stop.
  /// - Returns: the argument.
  package static func repeating(
    _ name: String, value: String, _ summary: String
  ) -> ValueArgument<String, CommandLineKit.Arity.Many> {
    ValueArgument<String, CommandLineKit.Arity.Many>(
      .option, name, valueName: value, summary, isRepeating: true, completion: .none,
      convert: { (text) throws(ArgumentError) in text })
  }
}
