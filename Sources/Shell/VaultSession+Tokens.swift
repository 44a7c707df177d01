// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
package import Vault

extension VaultSession {
  /// Reads the one token that a query names.
  ///
  /// - Parameter query: what was typed.
  /// - Returns: the token.
  /// - Throws: ``ShellError/noMatch(query:suggestions:)``,
  ///   ``ShellError/severalMatches(query:labels:)``, and what opening throws.
  package func record(matching query: String) throws -> TokenRecord {
    try read { vault in try vault.record(matching: query) }
  }

  /// Reads the tokens that match a query.
  ///
  /// - Parameter query: what was typed, or `nil` for all tokens.
  /// - Returns: the tokens, one at least when there is a query.
  /// - Throws: ``ShellError/noMatch(query:suggestions:)``, and what opening throws.
  package func records(matching query: String?) throws -> [TokenRecord] {
    try read { vault in
      guard let query else { return try vault.records() }
      let records = try vault.records(matching: TokenQuery(query))
      guard !records.isEmpty else { throw try vault.noMatch(query) }
      return records
    }
  }

  /// Takes a counter's value, and stores that it is taken before anything else happens.
  ///
  /// - Parameter id: which token.
  /// - Returns: the value, which no other program gets.
  /// - Throws: what opening and writing throw.
  package func advance(_ id: TokenID) throws -> UInt64 {
    // A generation for each code would push out all that hold more than that.
    try update(keepingGeneration: false) { vault in try vault.advance(id) }
  }
}

extension Vault {
  /// Finds the one token that a query names.
  ///
  /// - Parameter query: what was typed.
  /// - Returns: the token.
  /// - Throws: ``ShellError/noMatch(query:suggestions:)``,
  ///   ``ShellError/severalMatches(query:labels:)``, ``VaultError``.
  package borrowing func record(matching query: String) throws -> TokenRecord {
    let records = try records(matching: TokenQuery(query))
    guard let first = records.first else { throw try noMatch(query) }
    guard records.count == 1 else {
      throw ShellError.severalMatches(query: query, labels: Self.names(of: records))
    }
    return first
  }

  /// Names that tell tokens apart: their labels, with their ids where those are alike.
  private static func names(of records: [TokenRecord]) -> [String] {
    let labels = records.map(\.token.label.text)
    let counts = Dictionary(labels.map { ($0, 1) }, uniquingKeysWith: +)
    return zip(records, labels).map { record, label in
      counts[label] == 1 ? label : "\(label)  (id \(record.id.text))"
    }
  }

  borrowing func noMatch(_ query: String) throws -> ShellError {
    let typed = query.lowercased()
    var names: [String: String] = [:]
    for record in try records() {
      let label = record.token.label
      for name in [label.issuer, label.account, label.text] where names[name.lowercased()] == nil {
        names[name.lowercased()] = label.text
      }
    }
    var suggestions: [String] = []
    // The nearest goes first; one name may stand for several parts of a token's label.
    while suggestions.count < 3, let name = nearest(to: typed, among: names.keys.sorted()),
      let label = names.removeValue(forKey: name)
    {
      if !suggestions.contains(label) { suggestions.append(label) }
    }
    return .noMatch(query: query, suggestions: suggestions)
  }
}
