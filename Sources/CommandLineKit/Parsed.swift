// SPDX-License-Identifier: MIT

/// The arguments of one invocation, converted and checked.
///
/// An argument is its own key, and decides the type of what is read: `parsed(at)` is a `UnixTime?`
/// if `at` is an `Option<UnixTime>`.
package struct Parsed: Sendable {
  /// What was given, by label; every declared argument has an entry.
  private var values: [String: [any Sendable]] = [:]

  init() {}

  /// Reads an argument.
  ///
  /// Asking for an argument that the command does not declare is a mistake in the program, and
  /// traps.
  ///
  /// - Parameter argument: one of the command's arguments, or of its groups' global ones.
  /// - Returns: `Value` for a required positional, `Value?` for an optional one and for an option,
  ///   `[Value]` for a repeating argument, `Bool` for a flag.
  package func callAsFunction<A: Argument>(_ argument: A) -> A.Lookup {
    let label = argument.description.label
    guard let values = values[label], let found = argument.lookup(in: values) else {
      preconditionFailure("\(label) is read by a command that does not declare it")
    }
    return found
  }

  /// Makes an argument known, as not given.
  mutating func declare(_ argument: ArgumentDescription) {
    values[argument.label] = values[argument.label] ?? []
  }

  /// Notes one more value of an argument.
  mutating func append(_ value: any Sendable, to argument: ArgumentDescription) {
    values[argument.label, default: []].append(value)
  }

  /// Tells whether an argument was given.
  func has(_ argument: ArgumentDescription) -> Bool {
    values[argument.label]?.isEmpty == false
  }
}

/// What was given may be secret, so printing or dumping shows none of it.
extension Parsed: CustomStringConvertible, CustomReflectable {
  package var description: String { "<arguments>" }
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}
