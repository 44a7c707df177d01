// SPDX-License-Identifier: MIT

/// Some commands of a group under a title of their own.
package struct CommandSection<Context>: Sendable {
  /// What help shows above them.
  package let title: String
  /// The commands, in the order in which help shows them.
  package let commands: [Command<Context>]

  /// Puts commands under a title.
  ///
  /// - Parameters:
  ///   - title: what help shows above them, without a colon.
  ///   - commands: the commands, in the order in which help shows them.
  package init(_ title: String, _ commands: [Command<Context>]) {
    self.title = title
    self.commands = commands
  }
}
