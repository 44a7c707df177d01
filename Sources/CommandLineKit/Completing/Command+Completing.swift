// SPDX-License-Identifier: MIT

extension Command {
  /// Finds what may stand in the place of the last word.
  ///
  /// - Parameters:
  ///   - words: the command line without the program's own name; the last word is unfinished, and
  ///     empty when nothing of it is there.
  ///   - externalCommands: names of commands that other programs provide.
  /// - Returns: the offer; no words when nothing fits.
  package func offer(for words: [String], externalCommands: [String] = []) -> Offer {
    var state = CompletionState(root: self, externalCommands: externalCommands)
    for (index, word) in words.dropLast().enumerated() {
      switch state.read(word) {
      case .goOn: continue
      case .unknown: return .words([])
      case .external(let name):
        return .external(name: name, words: Array(words[..<index] + words[(index + 1)...]))
      }
    }
    return state.offer(words.last ?? "")
  }
}

/// Where in the tree an unfinished command line stands.
private struct CompletionState<Context> {
  enum Step {
    case goOn
    case unknown
    case external(String)
  }

  private let externalCommands: [String]
  private var path: CommandPath<Context>
  /// The command that `help` has been asked about so far.
  private var topic: CommandPath<Context>
  private var areOptionsEnded = false
  /// The option whose value comes next.
  private var pending: ArgumentDescription?
  private var positionalCount = 0
  private var seen: Set<String> = []

  init(root: Command<Context>, externalCommands: [String]) {
    path = CommandPath(root: root)
    topic = path
    self.externalCommands = externalCommands
  }

  private var options: [ArgumentDescription] { path.options + path.globalOptions }

  mutating func read(_ word: String) -> Step {
    if pending != nil {
      pending = nil
    } else if !areOptionsEnded, word == "--" {
      areOptionsEnded = true
    } else if !areOptionsEnded, word.utf8.starts(with: "--".utf8) {
      readLong(word)
    } else if !areOptionsEnded, word.utf8.starts(with: "-".utf8), word != "-" {
      readShort(word)
    } else {
      return readOperand(word)
    }
    return .goOn
  }

  private mutating func readLong(_ word: String) {
    let name = word.utf8.dropFirst(2).prefix { $0 != UInt8(ascii: "=") }
    guard let option = options.first(where: { $0.name.utf8.elementsEqual(name) }) else { return }
    seen.insert(option.name)
    if option.kind == .option, !word.utf8.contains(UInt8(ascii: "=")) { pending = option }
  }

  private mutating func readShort(_ word: String) {
    var rest = Substring(word).unicodeScalars.dropFirst()
    while let letter = rest.popFirst() {
      guard let option = options.first(where: { $0.short == Character(letter) }) else { return }
      seen.insert(option.name)
      if option.kind == .option {
        if rest.isEmpty { pending = option }
        return
      }
    }
  }

  private mutating func readOperand(_ word: String) -> Step {
    switch path.command.action {
    case .group:
      if let subcommand = path.command.subcommand(word) {
        path = path.appending(subcommand)
        return .goOn
      }
      return path.isRoot && externalCommands.contains(word) ? .external(word) : .unknown
    case .help:
      guard let subcommand = topic.command.subcommand(word) else { return .unknown }
      topic = topic.appending(subcommand)
      return .goOn
    case .run:
      positionalCount += 1
      return .goOn
    }
  }

  func offer(_ word: String) -> Offer {
    if let pending { return offer(for: pending.completion, beginning: word, after: "") }
    if !areOptionsEnded, word.utf8.starts(with: "-".utf8) {
      if let equals = word.utf8.firstIndex(of: UInt8(ascii: "=")) {
        let name = word.utf8[..<equals].dropFirst(2)
        let option = options.first { $0.kind == .option && $0.name.utf8.elementsEqual(name) }
        let value = String(Substring(word.utf8[equals...].dropFirst()))
        return offer(
          for: option?.completion ?? .none,
          beginning: value,
          after: String(Substring(word.utf8[...equals]))
        )
      }
      return optionNames(beginning: word)
    }
    switch path.command.action {
    case .group: return commandNames(of: path, beginning: word)
    case .help: return commandNames(of: topic, beginning: word)
    case .run:
      let positionals = path.positionals
      guard let last = positionals.last else { return .words([]) }
      let isBeyond = positionalCount >= positionals.count
      guard !isBeyond || last.isRepeating else { return .words([]) }
      let positional = isBeyond ? last : positionals[positionalCount]
      return offer(for: positional.completion, beginning: word, after: "")
    }
  }

  private func optionNames(beginning word: String) -> Offer {
    var candidates: [Offer.Candidate] = []
    for option in options where option.isRepeating || !seen.contains(option.name) {
      candidates.append(Offer.Candidate("--\(option.name)", option.summary))
    }
    return .words(candidates.filter { $0.text.hasPrefix(word) })
  }

  private func commandNames(of path: CommandPath<Context>, beginning word: String) -> Offer {
    var candidates = path.command.subcommands.map { Offer.Candidate($0.name, $0.summary) }
    if path.isRoot {
      for name in externalCommands where path.command.subcommand(name) == nil {
        candidates.append(Offer.Candidate(name, "The program totp-\(name)"))
      }
    }
    return .words(candidates.filter { $0.text.hasPrefix(word) })
  }

  private func offer(
    for completion: Completion,
    beginning value: String,
    after prefix: String
  ) -> Offer {
    switch completion {
    case .none: return .words([])
    case .file: return .files
    case .tokens: return .tokens(prefix: value)
    case .commands: return commandNames(of: topic, beginning: value)
    case .choices(let choices):
      let fitting = choices.filter { $0.hasPrefix(value) }
      return .words(fitting.map { Offer.Candidate(prefix + $0) })
    }
  }
}
