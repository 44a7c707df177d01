// SPDX-License-Identifier: MIT
import CommandLineKit

/// What the sample commands are run in: they write down what they did.
final class Journal {
  var lines: [String] = []
}

struct Refused: Error, Equatable {}

/// A command tree of the program's real shape.
enum Sample {
  enum Cost: String, CaseIterable {
    case interactive
    case moderate
    case sensitive
  }

  enum Global {
    static let vault = Option("vault", value: "FILE", "The vault to use", as: .file)
    static let descriptor = Option(
      "passphrase-fd",
      value: "N",
      "Read the passphrase from a descriptor",
      as: .integer(in: 0...1023)
    )
    static let command = Option(
      "passphrase-command",
      value: "COMMAND",
      "Read the passphrase from a command"
    ).sensitive
    static let json = Flag("json", short: "j", "Print one JSON document")
    static let all: [any Argument] = [vault, descriptor, command, json]
  }

  enum Code {
    static let query = Positional("query", "Issuer, account or label")
    static let at = Option("at", value: "TIME", "Time to compute the code for") {
      (text) throws(ArgumentError) in
      guard let seconds = Int64(text) else { throw ArgumentError(expected: "Unix seconds") }
      return seconds
    }
    static let next = Flag("next", short: "N", "Print the code after that one too")
    static let noNewline = Flag("no-newline", short: "n", "Print no newline after the code")
    static let command = Command<Journal>(
      "code",
      "Print a token's current code",
      arguments: [query, at, next, noNewline],
      details: """
        Prints the digits and a newline on standard output, and nothing else, so that the code can \
        be piped on.

          QUERY   finds
          id      exactly
        """,
      examples: [Example("Copy a code", "totp code github | wl-copy")]
    ) { parsed, journal in
      journal.lines.append("code \(parsed(query)) \(parsed(at) ?? -1) \(parsed(noNewline))")
      return .success
    }
  }

  enum Add {
    static let name = Positional("name", "Name of the new token").optional
    static let secret = Option("secret", short: "s", value: "SECRET", "Where the secret is") {
      (text) throws(ArgumentError) -> [UInt8] in
      throw ArgumentError(expected: "no secret here, and certainly not \(text)")
    }.sensitive
    static let digits = Option(
      "digits",
      short: "d",
      value: "N",
      "How many digits a code has",
      as: .integer(in: 1...10)
    )
    static let tag = Option("tag", short: "t", value: "TAG", "A tag for the token").repeating
    static let command = Command<Journal>(
      "add",
      "Add a token",
      arguments: [name, secret, digits, tag]
    ) { _, _ in throw Refused() }
  }

  enum Scan {
    static let image = Positional("image", "Picture to read", as: .file).repeating
    static let command = Command<Journal>("scan", "Read QR codes", arguments: [image]) { _, _ in
      ExitCode(rawValue: 7)
    }
  }

  enum Slot {
    static let label = Positional("label", "Which slot")
    static let list = Command<Journal>("list", "List the slots") { _, _ in .success }
    static let remove = Command<Journal>("rm", "Remove a slot", arguments: [label]) { _, _ in
      .success
    }
    static let command = Command<Journal>(
      "slot",
      "Manage key slots",
      subcommands: [list, remove]
    )
  }

  enum Vault {
    static let cost = Option(
      "kdf",
      value: "COST",
      "Cost of the passphrase",
      as: .choice(of: Cost.self)
    )
    static let create = Command<Journal>("init", "Create the vault", arguments: [cost]) { _, _ in
      .success
    }
    static let command = Command<Journal>(
      "vault",
      "Manage the vault",
      subcommands: [create, Slot.command]
    )
  }

  static let root = Command<Journal>(
    "totp",
    "Keep one-time passwords",
    globalArguments: Global.all,
    sections: [
      CommandSection("Tokens", [Add.command, Code.command, Scan.command]),
      CommandSection("Housekeeping", [Vault.command, .help]),
    ]
  )
}

extension Outcome {
  /// The invocation, if the outcome is to run a command.
  var invocation: Invocation<Context>? {
    guard case .run(let invocation) = self else { return nil }
    return invocation
  }

  /// The outcome in words, to compare.
  var text: String {
    switch self {
    case .run(let invocation): "run \(invocation.path.name)"
    case .help(let path): "help \(path.name)"
    case .version: "version"
    case .external(let name, let arguments): "external \(name) \(arguments)"
    }
  }
}

extension Sample {
  /// The arguments of a command line that runs a command.
  static func parsed(_ words: [String]) throws -> Parsed? {
    try root.parse(words).invocation?.parsed
  }

  /// The error of a command line that has one.
  static func failure(_ words: [String], isExternal: (String) -> Bool = { _ in false })
    -> UsageError?
  {
    do throws(UsageError) {
      _ = try root.parse(words, isExternal: isExternal)
      return nil
    } catch {
      return error
    }
  }
}
