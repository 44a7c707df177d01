// SPDX-License-Identifier: MIT
package import CommandLineKit

/// `manual`: the manual pages, as they are installed.
package enum ManualCommand {
  private static let topic = Positional("command", "Whose page").completed(by: .commands).optional
    .repeating
  private static let write = Option(
    "write",
    value: "FOLDER",
    "Write all pages into a folder",
    as: .file
  )

  /// Makes the command.
  ///
  /// - Parameters:
  ///   - facts: what is not in the command tree.
  ///   - root: the whole program, which the command is a part of.
  /// - Returns: the command.
  package static func command(
    _ facts: @escaping @Sendable () -> ManualFacts,
    root: @escaping @Sendable () -> Command<World>
  ) -> Command<World> {
    Command(
      "manual",
      "Print a manual page",
      arguments: [topic, write],
      examples: [Example("Read about a command", "totp manual code | man -l -")]
    ) { parsed, world in
      let paths = CommandPath(root: root()).descendants
      if let folder = parsed(write) {
        for path in paths {
          let page = path.manual(facts())
          try NewFile.write(page.utf8.span, to: "\(folder)/\(path.pageName).1", replacing: true)
        }
        return .done
      }
      let name = ([root().name] + parsed(topic)).joined(separator: " ")
      guard let path = paths.first(where: { $0.name == name }) else {
        throw NoPageError(names: parsed(topic))
      }
      try world.output.write(path.manual(facts()))
      return .done
    }
  }

  /// There is no command of that name.
  private struct NoPageError: DescribedError {
    let names: [String]

    var failure: Failure {
      Failure(
        .usage,
        "there is no page about \(quoted(names.joined(separator: " ")))",
        hints: ["totp help lists the commands"]
      )
    }
  }
}
