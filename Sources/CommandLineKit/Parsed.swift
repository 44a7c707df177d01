// SPDX-License-Identifier: MIT

/// What a command was given.
///
/// The argument asks: `parsed(at)` has the type that `at` converts to. Asking for an argument that
/// the command does not declare is a programmer's error.
package struct Parsed: Sendable {
  private let declared: Set<String>
  private var texts: [String: [String]] = [:]

  /// The names, as they were typed, of the command and those above it.
  package let path: [String]

  init(path: [String], declared: [ArgumentDescription]) {
    self.path = path
    self.declared = Set(declared.map(\.name))
  }

  mutating func append(_ text: String, for argument: ArgumentDescription) {
    texts[argument.name, default: []].append(text)
  }

  func has(_ argument: ArgumentDescription) -> Bool {
    texts[argument.name] != nil
  }

  /// Tells whether a flag was given.
  package func callAsFunction(_ flag: Flag) -> Bool {
    !values(of: flag).isEmpty
  }

  /// The value of an argument that has to be there.
  package func callAsFunction<Value>(_ argument: ValueArgument<Value, Arity.One>) -> Value {
    guard let text = values(of: argument).first else {
      preconditionFailure("parsing lets no command run without \(argument.description.displayName)")
    }
    return converted(text, argument)
  }

  /// The value of an argument that may be left out.
  package func callAsFunction<Value>(
    _ argument: ValueArgument<Value, Arity.Optional>
  ) -> Value? {
    values(of: argument).first.map { converted($0, argument) }
  }

  /// The values of an argument that may come several times, in their order.
  package func callAsFunction<Value>(_ argument: ValueArgument<Value, Arity.Many>) -> [Value] {
    values(of: argument).map { converted($0, argument) }
  }

  private func values(of argument: some Argument) -> [String] {
    let name = argument.description.name
    precondition(declared.contains(name), "the command does not declare \(name)")
    return texts[name] ?? []
  }

  private func converted<Value, Arity>(
    _ text: String, _ argument: ValueArgument<Value, Arity>
  ) -> Value {
    do {
      return try argument.convert(text)
    } catch {
      preconditionFailure("parsing checks every value of \(argument.description.displayName)")
    }
  }
}
