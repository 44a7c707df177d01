// SPDX-License-Identifier: MIT

/// What a command line asks for. Help and version are wishes like any other, and no errors.
package enum Outcome<Context>: Sendable {
  /// To run a command with its arguments.
  case run(Command<Context>, Parsed)
  /// To be told about a command: those above it, and itself at the end.
  case help([Command<Context>])
  /// To be told the program's version.
  case version
  /// To run another program with arguments of its own.
  case external(name: String, arguments: [String])
}

extension Command {
  /// Reads a command line; opens, asks and changes nothing.
  ///
  /// Options may stand anywhere, `--` ends them, and a lone `-` is a positional argument. Options of
  /// one letter can be joined, and so can such an option and its value.
  ///
  /// - Parameters:
  ///   - words: the command line without the program's name.
  ///   - isExternal: tells whether another program has the name of a command that this one has not.
  /// - Returns: what is asked for.
  /// - Throws: ``UsageError``.
  package func parse(
    _ words: [String], isExternal: (String) -> Bool = { _ in false }
  ) throws(UsageError) -> Outcome<Context> {
    var parser = Parser(root: self)
    return try parser.parse(words, isExternal: isExternal)
  }
}

/// The state of reading one command line.
private struct Parser<Context> {
  private var stack: [Command<Context>]
  private var given: [(argument: ArgumentDescription, text: String)] = []
  private var words: [String] = []
  private var positionalCount = 0
  private var optionsEnded = false

  init(root: Command<Context>) {
    stack = [root]
  }

  private var command: Command<Context> { stack[stack.count - 1] }
  private var path: [String] { stack.map(\.name) }
  private var isAtRoot: Bool { stack.count == 1 }

  /// What can be given here: what the command takes, and what those above it share.
  private var known: [ArgumentDescription] {
    command.arguments + stack.flatMap(\.globalArguments)
  }

  mutating func parse(
    _ all: [String], isExternal: (String) -> Bool
  ) throws(UsageError) -> Outcome<Context> {
    words = all
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      if optionsEnded || !word.hasPrefix("-") || word == "-" {
        if command.action != nil {
          try takePositional(word)
        } else if let next = command.subcommand(word) {
          stack.append(next)
        } else if isAtRoot && word == "help" {
          return try help(for: Array(words[index...]), isExternal: isExternal)
        } else if isAtRoot && isExternal(word) {
          // What stood before the name are options that all commands share.
          return .external(
            name: word, arguments: Array(words[..<(index - 1)]) + Array(words[index...]))
        } else {
          throw unknownCommand(word)
        }
      } else if word == "--" {
        optionsEnded = true
      } else if word == "--help" || word == "-h" {
        return .help(stack)
      } else if isAtRoot && word == "--version" {
        return .version
      } else if word.hasPrefix("--") {
        try takeLong(word, &index)
      } else {
        try takeShort(word, &index)
      }
    }
    guard command.action != nil else { throw UsageError(.missingCommand, path) }
    return .run(command, try finish())
  }

  private func help(
    for names: [String], isExternal: (String) -> Bool
  ) throws(UsageError) -> Outcome<Context> {
    var found = stack
    for name in names where !name.hasPrefix("-") {
      if let next = found[found.count - 1].subcommand(name) {
        found.append(next)
      } else if found.count == 1 && isExternal(name) {
        return .external(name: name, arguments: Array(names.dropFirst()) + ["--help"])
      } else {
        throw unknownCommand(name)
      }
    }
    return .help(found)
  }

  private func unknownCommand(_ name: String) -> UsageError {
    let names = command.subcommands.map(\.name)
    return UsageError(
      .unknownCommand(name, suggestion: Suggestion.nearest(to: name, among: names)), path)
  }

  private mutating func takePositional(_ text: String) throws(UsageError) {
    let positionals = command.arguments.filter { $0.kind == .positional }
    positionalCount += 1
    let place = min(positionalCount, positionals.count) - 1
    guard place >= 0, positionalCount <= positionals.count || positionals[place].isRepeating else {
      throw UsageError(
        .surplusArgument(position: positionalCount, hint: command.surplusHint), path)
    }
    try take(text, for: positionals[place])
  }

  private mutating func takeLong(_ word: String, _ index: inout Int) throws(UsageError) {
    let body = word.dropFirst(2)
    let equals = body.firstIndex(of: "=")
    let name = String(body[..<(equals ?? body.endIndex)])
    guard let argument = known.first(where: { $0.kind != .positional && $0.name == name }) else {
      let names = known.filter { $0.kind != .positional }.map(\.name) + ["help"]
      let suggestion = Suggestion.nearest(to: name, among: names).map { "--\($0)" }
      throw UsageError(.unknownOption("--\(name)", suggestion: suggestion), path)
    }
    if let equals {
      guard argument.kind == .option else {
        throw UsageError(.unexpectedValue(argument.displayName), path)
      }
      try take(String(body[body.index(after: equals)...]), for: argument)
    } else {
      try takeNext(for: argument, &index)
    }
  }

  private mutating func takeShort(_ word: String, _ index: inout Int) throws(UsageError) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      if letter == "h" { throw UsageError(.unknownOption("-h", suggestion: "--help"), path) }
      guard let argument = known.first(where: { $0.short == letter }) else {
        throw UsageError(.unknownOption("-\(letter)", suggestion: nil), path)
      }
      if argument.kind == .option && !letters.isEmpty {
        return try take(String(letters), for: argument)
      }
      try takeNext(for: argument, &index)
    }
  }

  /// Takes a flag, or an option whose value is the next word whatever that looks like.
  private mutating func takeNext(
    for argument: ArgumentDescription, _ index: inout Int
  ) throws(UsageError) {
    guard argument.kind == .option else { return try take("", for: argument) }
    guard index < words.count else {
      throw UsageError(.missingValue(argument.displayName), path)
    }
    try take(words[index], for: argument)
    index += 1
  }

  private mutating func take(
    _ text: String, for argument: ArgumentDescription
  ) throws(UsageError) {
    guard argument.isRepeating || !given.contains(where: { $0.argument.name == argument.name })
    else { throw UsageError(.repeated(argument.displayName), path) }
    do throws(ArgumentError) {
      try argument.check(text)
    } catch {
      throw UsageError(.invalidValue(argument.displayName, expected: error.expected), path)
    }
    given.append((argument, text))
  }

  private func finish() throws(UsageError) -> Parsed {
    var parsed = Parsed(path: path, declared: known)
    for (argument, text) in given { parsed.append(text, for: argument) }
    for argument in command.arguments where argument.isRequired && !parsed.has(argument) {
      throw UsageError(.missingArgument(argument.displayName), path)
    }
    return parsed
  }
}
