// SPDX-License-Identifier: MIT

/// The arguments of one invocation, converted and checked.
///
/// An argument is its own key, and decides the type of what is read: `parsed(at)` is a `UnixTime?`
/// if `at` is an `Option<UnixTime>`.
package struct Parsed: Sendable {
  /// An argument, and what was given for it, in order.
  private struct Entry: Sendable {
    let argument: ArgumentDescription
    var values: [any Sendable] = []

    func isOf(_ other: ArgumentDescription) -> Bool {
      argument.kind == other.kind && argument.name == other.name
    }
  }

  /// Every declared argument has an entry.
  ///
  /// There are so few that a dictionary would take longer.
  private var entries: [Entry] = []

  init() {}

  /// Reads an argument.
  ///
  /// Asking for an argument that the command does not declare is a mistake in the program, and
  /// traps.
  ///
  /// - Parameter argument: one of the command's arguments, or of its groups' global ones.
  /// - Returns: `Value` for a required positional, `Value?` for an optional one and for an option,
  ///   `[Value]` for a repeating argument, `Bool` for a flag.
  // Compiled where it is called, it need not ask for types at run time.
  @inlinable
  package func callAsFunction<A: Argument>(_ argument: A) -> A.Lookup {
    let description = argument.description
    guard let found = argument.lookup(in: values(of: description)) else { reject(description) }
    return found
  }

  @usableFromInline
  func values(of argument: ArgumentDescription) -> [any Sendable] {
    guard let index = index(of: argument) else { reject(argument) }
    return entries[index].values
  }

  @usableFromInline
  func reject(_ argument: ArgumentDescription) -> Never {
    preconditionFailure("\(argument.label) is read by a command that does not declare it")
  }

  /// Makes an argument known, as not given.
  mutating func declare(_ argument: ArgumentDescription) {
    if index(of: argument) == nil { entries.append(Entry(argument: argument)) }
  }

  /// Notes one more value of an argument that is known.
  mutating func append(_ value: any Sendable, to argument: ArgumentDescription) {
    if let index = index(of: argument) { entries[index].values.append(value) }
  }

  /// Tells whether an argument was given.
  func has(_ argument: ArgumentDescription) -> Bool {
    index(of: argument).map { !entries[$0].values.isEmpty } ?? false
  }

  private func index(of argument: ArgumentDescription) -> Int? {
    entries.firstIndex { $0.isOf(argument) }
  }
}

/// What was given may be secret, so printing or dumping shows none of it.
extension Parsed: CustomStringConvertible, CustomReflectable {
  package var description: String { "<arguments>" }
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}
