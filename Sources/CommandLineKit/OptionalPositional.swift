// SPDX-License-Identifier: MIT

/// A word known by its place that may be left out.
package struct OptionalPositional<Value: Sendable>: ValueArgument {
  package typealias Lookup = Value?

  package var description: ArgumentDescription
  package let conversion: Conversion<Value>

  init(_ base: Positional<Value>) {
    description = base.description
    description.isRequired = false
    conversion = base.conversion
  }
}
