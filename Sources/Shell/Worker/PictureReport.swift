// SPDX-License-Identifier: MIT
package import Secrets

/// What the worker found in a picture.
///
/// A code may hold a secret, so all of them lie in guarded memory.
package struct PictureReport: Sendable {
  /// The content of one code.
  package struct Payload: Sendable {
    /// The bytes, exactly as the code has them.
    package let bytes: Secret
    /// The same as UTF-8 text; the very bytes, when they are valid UTF-8.
    package let text: Secret

    /// Wraps what one code carries.
    package init(bytes: Secret, text: Secret) {
      self.bytes = bytes
      self.text = text
    }
  }

  /// One part of a message that is spread over several codes (structured append).
  package struct Part: Hashable, Sendable {
    /// Its place, from 0.
    package let index: Int
    /// How many parts there are, 2 to 16.
    package let count: Int

    /// Names a part; `nil` for one that can't be, such as the fourth of three.
    package init?(index: Int, count: Int) {
      guard (2...16).contains(count), (0..<count).contains(index) else { return nil }
      self.index = index
      self.count = count
    }
  }

  /// The codes, each once, in the order found.
  package let payloads: [Payload]

  /// Whether a code is a part of a longer message whose other parts the picture does not show.
  package let lacksParts: Bool

  /// The parts that it shows of messages of which it does not show all, as far as they are known.
  package let parts: [Part]

  /// How many times the picture was searched, each time in another guise.
  package let searches: Int

  /// Makes a report.
  package init(payloads: [Payload], lacksParts: Bool, parts: [Part] = [], searches: Int) {
    self.payloads = payloads
    self.lacksParts = lacksParts
    self.parts = parts
    self.searches = searches
  }

  /// Which parts of a longer message the picture shows, such as `parts 1 and 3 of 4`.
  package var partsInWords: String {
    guard let count = parts.first?.count, parts.allSatisfy({ $0.count == count }) else {
      return "a part"
    }
    let numbers = Set(parts.map { $0.index + 1 }).sorted().map(String.init)
    guard numbers.count > 1 else { return "part \(numbers[0]) of \(count)" }
    let most = numbers.dropLast().joined(separator: ", ")
    return "parts \(most) and \(numbers[numbers.count - 1]) of \(count)"
  }
}
