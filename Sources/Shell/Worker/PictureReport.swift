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

  /// The codes, each once, in the order found.
  package let payloads: [Payload]

  /// Whether a code is a part of a longer message whose other parts the picture does not show.
  package let lacksParts: Bool

  /// How many times the picture was searched, each time in another guise.
  package let searches: Int

  /// Makes a report.
  package init(payloads: [Payload], lacksParts: Bool, searches: Int) {
    self.payloads = payloads
    self.lacksParts = lacksParts
    self.searches = searches
  }
}
