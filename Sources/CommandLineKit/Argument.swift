// SPDX-License-Identifier: MIT

/// Why a text is no value of an argument: what is expected instead.
///
/// The text itself is never repeated, since it may be a secret; the parser adds the argument's name.
package struct ArgumentError: Error, Equatable, Sendable {
  /// What is expected, such as `a number from 1 to 10`.
  package let expected: String

  /// Makes an error.
  ///
  /// - Parameter expected: what is expected.
  package init(_ expected: String) {
    self.expected = expected
  }
}

/// What a shell can offer where a value is to be typed.
package enum Completion: Equatable, Sendable {
  /// Nothing that is known beforehand.
  case none
  /// A file's name.
  case file
  /// One of these.
  case choices([String])
}

/// All that is known of an argument but the type of its value: what help, manual pages and
/// completions are made of.
package struct ArgumentDescription: Equatable, Sendable {
  /// What kind of argument it is.
  package enum Kind: Equatable, Sendable {
    /// Known by its place.
    case positional
    /// `--name VALUE`.
    case option
    /// `--name`.
    case flag
  }

  /// What kind of argument it is.
  package let kind: Kind
  /// The long name without dashes, in lower case with dashes inside.
  package let name: String
  /// The letter of the short form, if there is one.
  package let short: Character?
  /// What stands for the value in help, if there is a value.
  package let valueName: String?
  /// A line without a full stop.
  package let summary: String
  /// Whether the command can't do without.
  package let isRequired: Bool
  /// Whether it may come several times.
  package let isRepeating: Bool
  /// What a shell can offer.
  package let completion: Completion
  /// Checks a value; the typed argument converts it.
  let check: @Sendable (String) throws(ArgumentError) -> Void

  /// Compares all but the check.
  package static func == (left: ArgumentDescription, right: ArgumentDescription) -> Bool {
    left.kind == right.kind && left.name == right.name && left.short == right.short
      && left.valueName == right.valueName && left.summary == right.summary
      && left.isRequired == right.isRequired && left.isRepeating == right.isRepeating
      && left.completion == right.completion
  }

  /// How messages call it: `--name`, or `NAME` for a positional.
  package var displayName: String {
    kind == .positional ? name.uppercased() : "--\(name)"
  }
}

/// Something that a command takes, as the list of its arguments holds it.
package protocol Argument: Sendable {
  /// All that is known of it but the type of its value.
  var description: ArgumentDescription { get }
}

/// An option without a value.
package struct Flag: Argument {
  /// What is known of it.
  package let description: ArgumentDescription

  /// Describes a flag.
  ///
  /// - Parameters:
  ///   - name: the long name without dashes.
  ///   - short: the letter of the short form, if there is one.
  ///   - summary: a line without a full stop.
  package init(_ name: String, short: Character? = nil, _ summary: String) {
    description = ArgumentDescription(
      kind: .flag, name: name, short: short, valueName: nil, summary: summary, isRequired: false,
      isRepeating: false, completion: .none, check: { (_) throws(ArgumentError) in })
  }
}

/// How often an argument's value comes: decides the type that a lookup gives.
package enum Arity {
  /// Exactly once.
  package enum One {}
  /// Once or not at all.
  package enum Optional {}
  /// Any number of times.
  package enum Many {}
}

/// An argument with a value, of a type and an arity.
package struct ValueArgument<Value, Arity>: Argument {
  /// What is known of it.
  package let description: ArgumentDescription
  let convert: @Sendable (String) throws(ArgumentError) -> Value

  init(
    _ kind: ArgumentDescription.Kind,
    _ name: String,
    short: Character? = nil,
    valueName: String?,
    _ summary: String,
    isRequired: Bool = false,
    isRepeating: Bool = false,
    completion: Completion,
    convert: @escaping @Sendable (String) throws(ArgumentError) -> Value
  ) {
    self.convert = convert
    description = ArgumentDescription(
      kind: kind, name: name, short: short, valueName: valueName, summary: summary,
      isRequired: isRequired, isRepeating: isRepeating, completion: completion,
      check: { (text) throws(ArgumentError) in _ = try convert(text) })
  }
}
