// SPDX-License-Identifier: MIT

/// Reads a command line word by word, going down the tree of commands.
///
/// Words are cut at bytes, not at `Character`s: an accent that combines with `=` must neither hide
/// the `=` nor drag a value into the name before it.
struct Parser<Context> {
  private let words: [String]
  private var next = 0
  /// Where the words after the last command's name begin.
  private var start = 0
  private var areOptionsEnded = false
  private(set) var path: CommandPath<Context>
  private var options: [any Argument] = []
  private var positionals: [any Argument] = []
  private var parsed = Parsed()

  init(root: Command<Context>, words: [String]) {
    self.words = words
    path = CommandPath(root: root)
    enter(path)
  }

  /// Reads all words, or as many as decide the outcome.
  mutating func outcome(_ isExternal: (String) -> Bool) throws(UsageError) -> Outcome<Context> {
    while let word = takeWord() {
      if let outcome = try read(word, isExternal) { return outcome }
    }
    switch path.command.action {
    case .group: throw failure(.missingCommand)
    case .help: return try help(isExternal)
    case .run(let action):
      for argument in positionals {
        let description = argument.description
        guard !description.isRequired || parsed.has(description) else {
          throw failure(.missingArgument(description.label))
        }
      }
      return .run(Invocation(path: path, parsed: parsed, action: action))
    }
  }

  /// Whether help is asked for in the words not yet read.
  var isHelpAhead: Bool {
    guard !areOptionsEnded else { return false }
    for word in words[next...] {
      if word == "--" { return false }
      if word == "--help" || word == "-h" { return true }
    }
    return false
  }

  private mutating func takeWord() -> String? {
    guard next < words.count else { return nil }
    defer { next += 1 }
    return words[next]
  }

  private mutating func enter(_ newPath: CommandPath<Context>) {
    path = newPath
    start = next
    for argument in path.command.globalArguments { declare(argument) }
    for argument in path.command.arguments { declare(argument) }
  }

  private mutating func declare(_ argument: any Argument) {
    let description = argument.description
    parsed.declare(description)
    if description.kind == .positional {
      positionals.append(argument)
    } else {
      options.append(argument)
    }
  }

  private mutating func read(
    _ word: String,
    _ isExternal: (String) -> Bool
  ) throws(UsageError) -> Outcome<Context>? {
    if areOptionsEnded || !word.utf8.starts(with: "-".utf8) || word == "-" {
      return try readOperand(word, isExternal)
    }
    if word == "--" {
      areOptionsEnded = true
      return nil
    }
    return word.utf8.starts(with: "--".utf8) ? try readLong(word) : try readShort(word)
  }

  private mutating func readOperand(
    _ word: String,
    _ isExternal: (String) -> Bool
  ) throws(UsageError) -> Outcome<Context>? {
    if case .group = path.command.action {
      if let subcommand = path.command.subcommand(word) {
        enter(path.appending(subcommand))
        return nil
      }
      if path.isRoot, isKebab(word), isExternal(word) {
        return .external(name: word, arguments: Array(words[..<(next - 1)] + words[next...]))
      }
      throw unknownCommand(word, in: path)
    }
    guard let argument = positionals.first else {
      throw failure(.unexpectedArgument(position: next - start))
    }
    try append(word, to: argument)
    if !argument.description.isRepeating { positionals.removeFirst() }
    return nil
  }

  private mutating func readLong(_ word: String) throws(UsageError) -> Outcome<Context>? {
    let body = word.utf8.dropFirst(2)
    let end = body.firstIndex(of: UInt8(ascii: "=")) ?? body.endIndex
    let name = String(Substring(body[..<end]))
    let value = end == body.endIndex ? nil : String(Substring(body[end...].dropFirst()))
    let builtIn: Outcome<Context>? =
      switch name {
      case ArgumentDescription.help.name: .help(path)
      case ArgumentDescription.version.name where path.isRoot: .version
      default: nil
      }
    if let builtIn {
      guard value == nil else { throw failure(.unexpectedValue(flag: "--\(name)")) }
      return builtIn
    }
    for option in options where option.description.name == name {
      try take(option, attached: value)
      return nil
    }
    throw unknownOption(name)
  }

  private mutating func readShort(_ word: String) throws(UsageError) -> Outcome<Context>? {
    var rest = Substring(word).unicodeScalars.dropFirst()
    while let letter = rest.popFirst() {
      let name = Character(letter)
      if name == ArgumentDescription.help.short { return .help(path) }
      guard let option = options.first(where: { $0.description.short == name }) else {
        throw unknownShort(name, in: word)
      }
      guard option.convert != nil else {
        try take(option, attached: nil)
        continue
      }
      try take(option, attached: rest.isEmpty ? nil : String(Substring(rest)))
      return nil
    }
    return nil
  }

  private mutating func take(_ option: any Argument, attached: String?) throws(UsageError) {
    let description = option.description
    guard description.isRepeating || !parsed.has(description) else {
      throw failure(.repeated(description.label))
    }
    let takesNextWord = option.convert != nil && attached == nil
    try append(takesNextWord ? takeWord() : attached, to: option)
  }

  private mutating func append(_ text: String?, to argument: any Argument) throws(UsageError) {
    let description = argument.description
    switch (argument.convert, text) {
    case (nil, nil): parsed.append(true, to: description)
    case (nil, _?): throw failure(.unexpectedValue(flag: description.label))
    case (_?, nil): throw failure(.missingValue(option: description.label))
    case (let convert?, let text?):
      do throws(ArgumentError) {
        parsed.append(try convert(text), to: description)
      } catch {
        throw invalid(text, for: description, error)
      }
    }
  }

  private func help(_ isExternal: (String) -> Bool) throws(UsageError) -> Outcome<Context> {
    let topic = parsed(helpTopic)
    guard let root = path.groups.first else { return .help(path) }
    var target = CommandPath(root: root)
    for name in topic {
      if let subcommand = target.command.subcommand(name) {
        target = target.appending(subcommand)
      } else if target.isRoot, isKebab(name), isExternal(name) {
        return .external(name: name, arguments: topic.dropFirst() + ["--help"])
      } else {
        throw unknownCommand(name, in: target)
      }
    }
    return .help(target)
  }
}

extension Parser {
  private func failure(_ cause: UsageError.Cause) -> UsageError {
    UsageError(cause, in: path.name)
  }

  private func invalid(
    _ text: String,
    for argument: ArgumentDescription,
    _ error: ArgumentError
  ) -> UsageError {
    // A closure should not repeat the text. For a secret its word on that is not enough.
    let leaks = argument.isSensitive && !text.isEmpty && error.expected.holds(text)
    return failure(
      .invalidValue(
        argument: argument.label,
        expected: leaks ? "another value" : error.expected,
        found: argument.isSensitive ? nil : text
      )
    )
  }

  /// Names the word only if it is near a command, or too short to be a secret: issuers hand out 80
  /// bits or more, which are 16 letters of Base32.
  private func unknownCommand(_ word: String, in path: CommandPath<Context>) -> UsageError {
    let names = path.command.subcommands.map(\.name)
    let suggestion = isKebab(word) && word.utf8.count <= 32 ? nearest(to: word, among: names) : nil
    let isShown = suggestion != nil || isKebab(word) && word.utf8.count < 16
    let cause = UsageError.Cause.unknownCommand(
      name: isShown ? word : nil,
      suggestion: suggestion
    )
    return UsageError(cause, in: path.name)
  }

  private func unknownOption(_ name: String) -> UsageError {
    guard isKebab(name), name.utf8.count <= 32 else { return unnamedOption(suggestion: nil) }
    var names = options.map(\.description.name)
    names.append(ArgumentDescription.help.name)
    if path.isRoot { names.append(ArgumentDescription.version.name) }
    let suggestion = nearest(to: name, among: names).map { "--\($0)" }
    return failure(
      .unknownOption(name: "--\(name)", position: next - start, suggestion: suggestion)
    )
  }

  /// Names one letter, never the rest of the word, and suggests a long name typed with one dash.
  private func unknownShort(_ letter: Character, in word: String) -> UsageError {
    let longName = word.utf8.dropFirst().prefix { $0 != UInt8(ascii: "=") }
    let long = options.first { $0.description.name.utf8.elementsEqual(longName) }
    let suggestion = long.map(\.description.label)
    guard letter.isASCII, letter.isLetter || letter.isNumber else {
      return unnamedOption(suggestion: suggestion)
    }
    return failure(
      .unknownOption(name: "-\(letter)", position: next - start, suggestion: suggestion)
    )
  }

  private func unnamedOption(suggestion: String?) -> UsageError {
    failure(.unknownOption(name: nil, position: next - start, suggestion: suggestion))
  }
}

extension String {
  /// Tells whether a text is a part of this one, byte by byte.
  ///
  /// `contains(_:)` would do it, and link the standard library's regular expressions for it.
  fileprivate func holds(_ part: String) -> Bool {
    var rest = utf8[...]
    while rest.count >= part.utf8.count {
      if rest.starts(with: part.utf8) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
