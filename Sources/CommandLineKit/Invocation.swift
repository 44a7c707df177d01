// SPDX-License-Identifier: MIT

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
