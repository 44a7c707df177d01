// SPDX-License-Identifier: MIT

/// Something that a command accepts: a ``Positional``, an ``Option`` or a ``Flag``.
package protocol Argument: Sendable {
  /// What ``Parsed`` gives for it: `Value`, `Value?`, `[Value]` or `Bool`.
  associatedtype Lookup

  /// Everything about it except how its value is converted.
  var description: ArgumentDescription { get }

  /// Converts one value from its text; nil for an argument that takes no value.
  var convert: (@Sendable (String) throws(ArgumentError) -> any Sendable)? { get }

  /// Gathers what was given into the form in which a command reads it.
  ///
  /// - Parameter values: what was given, in order; empty when nothing was.
  /// - Returns: nil if the values are not of this argument, which is a mistake in the program.
  func lookup(in values: [any Sendable]) -> Lookup?
}

/// An argument with a value, whose description and conversion can still be refined.
package protocol ValueArgument: Argument {
  /// The type of one value.
  associatedtype Value: Sendable

  /// Everything about it except how its value is converted.
  var description: ArgumentDescription { get set }

  /// Turns the text of one value into a `Value`.
  var conversion: Conversion<Value> { get }
}

extension ValueArgument {
  package var convert: (@Sendable (String) throws(ArgumentError) -> any Sendable)? {
    let conversion = conversion
    return { (text) throws(ArgumentError) in try conversion.convert(text) }
  }

  /// The same argument, whose value never appears in an error.
  package var sensitive: Self {
    var copy = self
    copy.description.isSensitive = true
    return copy
  }

  /// Returns the same argument, for which a shell offers something else.
  ///
  /// - Parameter completion: what a shell may offer for the value.
  /// - Returns: the changed argument.
  package func completed(by completion: Completion) -> Self {
    var copy = self
    copy.description.completion = completion
    return copy
  }

  /// The same argument, which may be given more than once and is read as `[Value]`.
  package var repeating: Repeating<Self> { Repeating(self) }
}

extension ValueArgument where Lookup == Value? {
  @inlinable
  package func lookup(in values: [any Sendable]) -> Value?? {
    guard let last = values.last else { return .some(nil) }
    guard let value = last as? Value else { return nil }
    return .some(value)
  }
}
