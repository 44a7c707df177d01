// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Shell

/// The arguments that several commands share.
enum TokenArguments {
  static let query = Positional("query", "Issuer, account, issuer:account, id, or a part")
    .completed(by: .tokens)

  static let issuer = Option("issuer", value: "TEXT", "The site or service")
  static let account = Option("account", value: "TEXT", "The user's name there")
  static let algorithm = Option("algorithm", value: "NAME", "SHA1, SHA256 or SHA512") {
    (text) throws(ArgumentError) in
    guard let algorithm = try? Algorithm(name: text) else {
      throw ArgumentError(expected: "SHA1, SHA256 or SHA512")
    }
    return algorithm
  }
  static let digits = Option("digits", value: "N", "How many digits a code has") {
    (text) throws(ArgumentError) in
    guard let count = Int(decimal: text), let digits = try? Digits(count) else {
      throw ArgumentError(expected: "a number from 1 to 10")
    }
    return digits
  }
  static let period = Option("period", value: "SECONDS", "How long a code holds") {
    (text) throws(ArgumentError) in
    guard let seconds = Int64(decimal: text), let period = try? Period(seconds: seconds) else {
      throw ArgumentError(expected: "a number of seconds from 1 to 86400")
    }
    return period
  }
  static let counter = Option("counter", value: "N", "The moving factor of the next code") {
    (text) throws(ArgumentError) in
    guard let value = UInt64(decimal: text) else {
      throw ArgumentError(expected: "a whole number below 2^64")
    }
    return Counter(value)
  }
  /// A tag that a person can see.
  static let tag = Conversion<String>.expecting("a word that can be seen") { text in
    DisplayText.isVisible(text) ? text : nil
  }
  static let note = Option("note", value: "TEXT", "Your own words")
  static let time = Option("at", value: "TIME", "Unix seconds or ISO 8601, instead of now") {
    (text) throws(ArgumentError) in
    do throws(OTPError) {
      return try UnixTime(text: text)
    } catch .timeOutOfRange {
      throw ArgumentError(expected: "a time from 1970 on")
    } catch {
      throw ArgumentError(expected: "Unix seconds or an ISO 8601 time such as 2026-01-31T12:00:00Z")
    }
  }
  static let json = Flag("json", "Print one JSON document")
  static let yes = Flag("yes", short: "y", "Do not ask")
}
