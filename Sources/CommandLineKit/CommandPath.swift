// SPDX-License-Identifier: MIT

/// A command together with the groups it is in, from the root down.
///
/// It is all that a page about a command needs: help, and later manual and completions.
package struct CommandPath<Context>: Sendable {
  /// The command itself.
  package let command: Command<Context>
  /// The groups above it, root first; empty for the root.
  package let groups: [Command<Context>]

  /// Begins a path.
  ///
  /// - Parameter root: the whole program.
  package init(root: Command<Context>) {
    command = root
    groups = []
  }

  private init(command: Command<Context>, groups: [Command<Context>]) {
    self.command = command
    self.groups = groups
  }

  /// Goes one step down.
  ///
  /// - Parameter subcommand: a command of this path's command.
  /// - Returns: the longer path.
  package func appending(_ subcommand: Command<Context>) -> Self {
    var groups = groups
    groups.append(command)
    return Self(command: subcommand, groups: groups)
  }

  /// Whether this is the whole program.
  package var isRoot: Bool { groups.isEmpty }

  /// What to type to reach it: `totp vault slot`.
  package var name: String {
    var text = ""
    for group in groups {
      text += group.name + " "
    }
    return text + command.name
  }

  /// The command's positionals, in the order in which they are typed.
  package var positionals: [ArgumentDescription] {
    command.arguments.map(\.description).filter { $0.kind == .positional }
  }

  /// The command's own options and flags, and then those that it has without declaring them.
  package var options: [ArgumentDescription] {
    var all = command.arguments.map(\.description).filter { $0.kind != .positional }
    all.append(.help)
    if isRoot { all.append(.version) }
    return all
  }

  /// The options and flags that the command shares with all below the groups it is in, and below
  /// itself.
  package var globalOptions: [ArgumentDescription] {
    var all: [ArgumentDescription] = []
    for group in groups + [command] {
      all += group.globalArguments.map(\.description)
    }
    return all
  }

  /// This path and all below it, each group before its commands.
  package var descendants: [Self] {
    var all = [self]
    for subcommand in command.subcommands {
      all += appending(subcommand).descendants
    }
    return all
  }
}
