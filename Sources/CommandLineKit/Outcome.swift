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
