// SPDX-License-Identifier: MIT

/// What a command line asks for.
package enum Outcome<Context>: Sendable {
  /// To run a command.
  case run(Invocation<Context>)
  /// To explain a command.
  case help(CommandPath<Context>)
  /// To tell the version.
  case version
  /// To run a command that is another program. `arguments` are all words except the name, so that
  /// options in front of the name reach it too.
  case external(name: String, arguments: [String])
}

/// A command with its arguments, ready to run.
package struct Invocation<Context>: Sendable {
  /// Which command.
  package let path: CommandPath<Context>
  /// Its arguments.
  package let parsed: Parsed
  private let action: Command<Context>.Run

  init(path: CommandPath<Context>, parsed: Parsed, action: @escaping Command<Context>.Run) {
    self.path = path
    self.parsed = parsed
    self.action = action
  }

  /// Runs the command.
  ///
  /// - Parameter context: what it is run in.
  /// - Returns: the exit code.
  /// - Throws: whatever the command throws.
  package func run(in context: Context) throws -> ExitCode {
    try action(parsed, context)
  }
}

/// The number with which a process ends.
package struct ExitCode: RawRepresentable, Hashable, Sendable {
  /// The number, 0 for success.
  package let rawValue: UInt8

  /// Names a number.
  ///
  /// - Parameter rawValue: 0 for success; 128 and more are taken by signals.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The command did what was asked.
  package static let success = Self(rawValue: 0)
}
