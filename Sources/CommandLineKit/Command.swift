// SPDX-License-Identifier: MIT

/// A command, or a group of commands, described as data.
///
/// `Context` is what a command is run in: the clock, the terminal, the files.
package struct Command<Context>: Sendable {
  /// Runs a command with its arguments.
  package typealias Run = @Sendable (Parsed, Context) throws -> ExitCode

  /// Tells what a command is.
  package enum Action: Sendable {
    /// A command that does something.
    case run(Run)
    /// A group of commands.
    case group([CommandSection<Context>])
    /// The built-in command that explains others.
    case help
  }

  /// One word in lower-case kebab form; a root may have several, such as `totp yubikey`.
  package let name: String
  /// One line on what it does, without a full stop.
  package let summary: String
  /// More to read below the summary, in paragraphs separated by an empty line.
  ///
  /// A paragraph whose first line begins with two spaces keeps its lines.
  package let details: String
  /// What to type, to show.
  package let examples: [Example]
  /// The arguments of the command itself.
  package let arguments: [any Argument]
  /// Options and flags that this group and all commands below it accept.
  package let globalArguments: [any Argument]
  /// What it does.
  package let action: Action

  /// Declares a command that does something.
  ///
  /// - Parameters:
  ///   - name: one word in lower-case kebab form.
  ///   - summary: one line without a full stop.
  ///   - arguments: what it accepts; positionals in the order in which they are typed.
  ///   - details: more to read below the summary.
  ///   - examples: what to type, to show.
  ///   - run: does it, and tells the exit code.
  package init(
    _ name: String,
    _ summary: String,
    arguments: [any Argument] = [],
    details: String = "",
    examples: [Example] = [],
    run: @escaping Run
  ) {
    self.init(
      name: name,
      summary: summary,
      details: details,
      examples: examples,
      arguments: arguments,
      globalArguments: [],
      action: .run(run)
    )
  }

  /// Declares a group whose commands are listed under titles.
  ///
  /// - Parameters:
  ///   - name: one word in lower-case kebab form.
  ///   - summary: one line without a full stop.
  ///   - globalArguments: options and flags accepted before and after the name of any command below.
  ///   - details: more to read below the summary.
  ///   - examples: what to type, to show.
  ///   - sections: its commands.
  package init(
    _ name: String,
    _ summary: String,
    globalArguments: [any Argument] = [],
    details: String = "",
    examples: [Example] = [],
    sections: [CommandSection<Context>]
  ) {
    self.init(
      name: name,
      summary: summary,
      details: details,
      examples: examples,
      arguments: [],
      globalArguments: globalArguments,
      action: .group(sections)
    )
  }

  /// Declares a group whose commands are one list.
  ///
  /// - Parameters:
  ///   - name: one word in lower-case kebab form.
  ///   - summary: one line without a full stop.
  ///   - globalArguments: options and flags accepted before and after the name of any command below.
  ///   - details: more to read below the summary.
  ///   - examples: what to type, to show.
  ///   - subcommands: its commands.
  package init(
    _ name: String,
    _ summary: String,
    globalArguments: [any Argument] = [],
    details: String = "",
    examples: [Example] = [],
    subcommands: [Self]
  ) {
    self.init(
      name,
      summary,
      globalArguments: globalArguments,
      details: details,
      examples: examples,
      sections: [CommandSection("Commands", subcommands)]
    )
  }

  private init(
    name: String,
    summary: String,
    details: String,
    examples: [Example],
    arguments: [any Argument],
    globalArguments: [any Argument],
    action: Action
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.examples = examples
    self.arguments = arguments
    self.globalArguments = globalArguments
    self.action = action
  }

  /// The command `help [COMMAND...]`, for the list of a root.
  package static var help: Self {
    Self(
      name: "help",
      summary: "Explain a command",
      details: "",
      examples: [],
      arguments: [helpTopic],
      globalArguments: [],
      action: .help
    )
  }

  /// The commands of a group under their titles; empty for any other command.
  package var sections: [CommandSection<Context>] {
    guard case .group(let sections) = action else { return [] }
    return sections
  }

  /// The commands of a group in one list.
  package var subcommands: [Self] {
    var all: [Self] = []
    for section in sections {
      all += section.commands
    }
    return all
  }

  /// Finds a command of a group.
  ///
  /// - Parameter name: its exact name.
  /// - Returns: the command, or nil.
  package func subcommand(_ name: String) -> Self? {
    for section in sections {
      for command in section.commands where command.name == name {
        return command
      }
    }
    return nil
  }
}

/// The names of commands that ``Command/help`` takes.
let helpTopic = Positional("command", "Command to explain").completed(by: .commands).optional
  .repeating
