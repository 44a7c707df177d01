// SPDX-License-Identifier: MIT

/// An argument that may be given more than once; read as `[Value]`, in the order given.
///
/// A required positional must be given at least once.
package struct Repeating<Base: ValueArgument>: Argument {
  package let description: ArgumentDescription
  private let base: Base

  init(_ base: Base) {
    var description = base.description
    description.isRepeating = true
    self.description = description
    self.base = base
  }

  package var convert: (@Sendable (String) throws(ArgumentError) -> any Sendable)? { base.convert }

  @inlinable
  package func lookup(in values: [any Sendable]) -> [Base.Value]? {
    var found: [Base.Value] = []
    for value in values {
      guard let value = value as? Base.Value else { return nil }
      found.append(value)
    }
    return found
  }
}
