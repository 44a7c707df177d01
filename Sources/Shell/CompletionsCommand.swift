// SPDX-License-Identifier: MIT
package import CommandLineKit

/// `completions …`: what shells need to complete a command line.
package enum CompletionsCommand {
  private static let words = Positional("word", "The command line, the unfinished word last")
    .optional.repeating
  private static let line = Positional("line", "The command line up to the cursor")

  /// Makes the command.
  ///
  /// - Parameters:
  ///   - program: the program's name.
  ///   - root: the whole program, which the command is a part of.
  ///   - tokens: names of tokens that are to be had without asking anybody.
  /// - Returns: the group `completions`.
  package static func command(
    of program: String,
    root: @escaping @Sendable () -> Command<World>,
    tokens: @escaping @Sendable (Parsed, World) -> [String] = { _, _ in [] }
  ) -> Command<World> {
    let scripts = CompletionScript.allCases.map { script in
      Command<World>(
        script.rawValue,
        "Print the script for \(script.rawValue)",
        examples: [
          Example("Complete from now on", example(of: script, program))
        ]
      ) { _, world in
        try world.output.write(script.text(for: program))
        return .done
      }
    }
    return Command(
      "completions",
      "Complete command lines in bash, zsh and fish",
      sections: [
        CommandSection("Shells", scripts),
        CommandSection(
          "For the scripts",
          [
            Command<World>("words", "Print what the last word may be", arguments: [words]) {
              parsed,
              world in
              try write(root(), parsed(words), kept: 0, tokens(parsed, world), world)
            },
            Command<World>("line", "Print what a line may go on with", arguments: [line]) {
              parsed,
              world in
              let line = ShellWords(parsed(line))
              let words = Array(line.words.dropFirst())
              return try write(root(), words, kept: line.keptCount, tokens(parsed, world), world)
            },
          ]
        ),
      ]
    )
  }

  private static func example(of script: CompletionScript, _ name: String) -> String {
    switch script {
    case .bash: "source <(\(name) completions bash)"
    case .zsh: "\(name) completions zsh >\"${fpath[1]}/_\(name)\""
    case .fish: "\(name) completions fish | source"
    }
  }

  private static func write(
    _ root: Command<World>,
    _ words: [String],
    kept: Int,
    _ tokens: @autoclosure () -> [String],
    _ world: World
  ) throws -> ExitCode {
    let external = Helpers.commandNames(in: world.libexec, world.environment)
    switch root.offer(for: words, externalCommands: external) {
    case .files:
      try world.output.write("files\n")
    case .words(let candidates):
      try write(candidates, kept, world)
    case .tokens(let prefix):
      let names = tokens().filter { $0.lowercased().hasPrefix(prefix.lowercased()) }
      try write(names.map { Offer.Candidate($0) }, kept, world)
    case .external(let name, let words):
      // Whatever a stranger's program does with words that it does not know, it was not asked for.
      guard Helpers.known.contains(name),
        let path = Helpers.command(name, in: world.libexec, world.environment)
      else {
        try world.output.write("files\n")
        return .done
      }
      throw Child.become(path, arguments: ["totp-\(name)", "completions", "words", "--"] + words)
    }
    return .done
  }

  private static func write(
    _ candidates: [Offer.Candidate],
    _ kept: Int,
    _ world: World
  ) throws {
    var text = "words \(kept)\n"
    // A name that is no line of text is typed by its id.
    for candidate in candidates where DisplayText.escaped(candidate.text) == candidate.text {
      text += candidate.text
      if !candidate.summary.isEmpty { text += "\t\(candidate.summary)" }
      text += "\n"
    }
    try world.output.write(text)
  }
}
