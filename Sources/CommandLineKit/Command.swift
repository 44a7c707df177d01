// SPDX-License-Identifier: MIT

/// One command of a program, as data: what parser, help, manual pages and completions read.
///
/// A command either does something or has commands below it. `Context` is what it works in.
package struct Command<Context>: Sendable {
  /// What a command does with its arguments; the result is the exit status.
  package typealias Run = @Sendable (Parsed, Context) throws -> Int32

  /// What is typed.
  package let name: String
  /// A line without a full stop.
  package let summary: String
  /// What help says below the summary; lines are broken where they are shown.
  package let details: String
  /// Lines to type, for help.
  package let examples: [String]
  /// What the command takes, positional arguments in their order.
  package let arguments: [ArgumentDescription]
  /// What this command and all below it take.
  package let globalArguments: [ArgumentDescription]
  /// The commands below this one, in the order in which help lists them.
  package let subcommands: [Command<Context>]
  /// What is said to somebody who gives more positional arguments than there are.
  package let surplusHint: String?
  /// What the command does; `nil` for one that has commands below it.
  let action: Run?

  /// Describes a command that does something.
  ///
  /// - Parameters:
  ///   - name: what is typed.
  ///   - summary: a line without a full stop.
  ///   - arguments: what it takes, positional arguments in their order.
  ///   - details: what help says below the summary.
  ///   - examples: lines to type.
  ///   - surplusHint: what is said to somebody who gives too many positional arguments.
  ///   - run: what it does; the result is the exit status.
  package init(
    _ name: String,
    _ summary: String,
    arguments: [any Argument] = [],
    details: String = "",
    examples: [String] = [],
    surplusHint: String? = nil,
    run: @escaping Run
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.examples = examples
    self.arguments = arguments.map(\.description)
    globalArguments = []
    subcommands = []
    self.surplusHint = surplusHint
    action = run
  }

  /// Describes a command that has commands below it.
  ///
  /// - Parameters:
  ///   - name: what is typed.
  ///   - summary: a line without a full stop.
  ///   - details: what help says below the summary.
  ///   - globalArguments: options that all commands below take as well.
  ///   - subcommands: the commands below.
  package init(
    _ name: String,
    _ summary: String,
    details: String = "",
    globalArguments: [any Argument] = [],
    subcommands: [Command<Context>]
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    examples = []
    arguments = []
    self.globalArguments = globalArguments.map(\.description)
    self.subcommands = subcommands
    surplusHint = nil
    action = nil
  }

  /// Does what the command does.
  ///
  /// - Parameters:
  ///   - parsed: what it was given.
  ///   - context: what it works in.
  /// - Returns: the exit status.
  /// - Throws: what the command throws.
  package func run(_ parsed: Parsed, _ context: Context) throws -> Int32 {
    guard let action else { preconditionFailure("parsing gives no group of commands to run") }
    return try action(parsed, context)
  }

  /// Finds a command right below this one.
  ///
  /// - Parameter name: what was typed.
  /// - Returns: the command, or `nil`.
  package func subcommand(_ name: String) -> Command<Context>? {
    subcommands.first { $0.name == name }
  }
}
