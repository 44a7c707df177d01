// SPDX-License-Identifier: MIT
package import OTPCore

/// Tokens and codes with the names of `docs/json.md`.
package enum TokenJSON {
  /// The members of a token, without its secret.
  ///
  /// - Parameters:
  ///   - token: the token.
  ///   - id: its id in the vault, or `nil` when it is in none.
  /// - Returns: names and values in the order of the document.
  package static func members(_ token: Token, id: String?) -> [(String, JSON?)] {
    let generator = token.generator
    return [
      ("id", id.map { .string($0) }),
      ("type", .string(generator.typeName)),
      ("issuer", .string(token.label.issuer)),
      ("account", .string(token.label.account)),
      ("algorithm", .string(generator.algorithm.rawValue)),
      ("digits", .integer(Int64(generator.codeLength))),
      ("period", generator.period.map { .integer($0.seconds) }),
      ("counter", generator.counter.map { .unsigned($0.value) }),
      ("counter_spent", generator.counter?.isSpent == true ? .bool(true) : nil),
      ("tags", .array(token.tags.map { .string($0) })),
      ("note", .string(token.note)),
    ]
  }
}
