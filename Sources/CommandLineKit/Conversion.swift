// SPDX-License-Identifier: MIT

/// A way to turn the text of an argument into a value.
package struct Conversion<Value: Sendable>: Sendable {
  /// Turns text into a value, or throws what was expected instead.
  package let convert: @Sendable (String) throws(ArgumentError) -> Value
  /// What a shell may offer for the text.
  package let completion: Completion

  /// Wraps a closure.
  ///
  /// - Parameters:
  ///   - completion: what a shell may offer for the text.
  ///   - convert: turns text into a value, or throws what was expected instead.
  package init(
    completion: Completion = .none,
    convert: @escaping @Sendable (String) throws(ArgumentError) -> Value
  ) {
    self.convert = convert
    self.completion = completion
  }

  /// Wraps a failable initialiser or another closure that gives nil for unsuitable text.
  ///
  /// - Parameters:
  ///   - expected: words that follow "expects": `a time in Unix seconds`.
  ///   - convert: turns text into a value, or gives nil.
  /// - Returns: the conversion.
  package static func expecting(
    _ expected: String,
    _ convert: @escaping @Sendable (String) -> Value?
  ) -> Self {
    Self { (text) throws(ArgumentError) in
      guard let value = convert(text) else { throw ArgumentError(expected: expected) }
      return value
    }
  }
}

extension Conversion where Value == String {
  /// Takes any text as it stands.
  package static var text: Self { Self { $0 } }

  /// Takes text that names a file.
  package static var file: Self { Self(completion: .file) { $0 } }
}

extension Conversion where Value: FixedWidthInteger {
  /// Takes a decimal integer, ASCII digits with an optional sign.
  ///
  /// - Parameter range: the values allowed.
  /// - Returns: the conversion.
  package static func integer(in range: ClosedRange<Value>) -> Self {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return .expecting(expected) { text in
      guard let value = Value(text), range.contains(value) else { return nil }
      return value
    }
  }
}

extension Conversion where Value: CaseIterable & RawRepresentable<String> {
  /// Takes the raw value of one case of an enumeration.
  ///
  /// - Parameter type: the enumeration.
  /// - Returns: the conversion.
  package static func choice(of type: Value.Type) -> Self {
    var names: [String] = []
    for value in type.allCases {
      names.append(value.rawValue)
    }
    let expected = "one of " + names.joined(separator: ", ")
    return Self(completion: .choices(names)) { (text) throws(ArgumentError) in
      guard let value = Value(rawValue: text) else { throw ArgumentError(expected: expected) }
      return value
    }
  }
}
