// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Shell

/// What the options say of how codes are made.
struct GeneratorOptions {
  private let algorithm: Algorithm?
  private let digits: Digits?
  private let period: Period?
  private let counter: Counter?

  init(_ parsed: Parsed) {
    algorithm = parsed(TokenArguments.algorithm)
    digits = parsed(TokenArguments.digits)
    period = parsed(TokenArguments.period)
    counter = parsed(TokenArguments.counter)
  }

  /// The first option that was given, for messages.
  var firstGiven: String? {
    if algorithm != nil { return "--algorithm" }
    if digits != nil { return "--digits" }
    if period != nil { return "--period" }
    return counter != nil ? "--counter" : nil
  }

  /// Changes what the options name.
  ///
  /// - Parameter generator: how codes are made without the options.
  /// - Returns: how they are made with them.
  /// - Throws: ``CommandError`` for an option that the kind of token has no use for.
  func applied(to generator: Generator) throws -> Generator {
    switch generator {
    case .totp(let oldAlgorithm, let oldDigits, let oldPeriod):
      try refuse(counter, "--counter", "a token that tells the time")
      return .totp(
        algorithm: algorithm ?? oldAlgorithm,
        digits: digits ?? oldDigits,
        period: period ?? oldPeriod
      )
    case .hotp(let oldAlgorithm, let oldDigits, let oldCounter):
      try refuse(period, "--period", "a token that counts")
      return .hotp(
        algorithm: algorithm ?? oldAlgorithm,
        digits: digits ?? oldDigits,
        counter: counter ?? oldCounter
      )
    case .steam(let oldPeriod):
      try refuse(algorithm, "--algorithm", "Steam's tokens")
      try refuse(digits, "--digits", "Steam's tokens")
      try refuse(counter, "--counter", "Steam's tokens")
      return .steam(period: period ?? oldPeriod)
    }
  }

  private func refuse(_ value: (some Any)?, _ option: String, _ kind: String) throws {
    guard value == nil else { throw CommandError("\(option) says nothing of \(kind)") }
  }
}
