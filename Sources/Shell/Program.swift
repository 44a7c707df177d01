// SPDX-License-Identifier: MIT
package import CommandLineKit

/// Runs a program whose commands work in a world: the one place where errors end.
package struct Program {
  private let root: Command<World>
  private let version: String
  private let world: World
  private let describe: (any Error) -> Failure?

  /// Makes a program.
  ///
  /// - Parameters:
  ///   - root: its commands.
  ///   - version: what `--version` prints after the name.
  ///   - world: everything outside of it.
  ///   - describe: words for errors that this library does not know; `nil` for others.
  package init(
    _ root: Command<World>,
    version: String,
    in world: World,
    describe: @escaping (any Error) -> Failure? = { _ in nil }
  ) {
    self.root = root
    self.version = version
    self.world = world
    self.describe = describe
  }

  /// Does what a command line asks for.
  ///
  /// - Parameters:
  ///   - readWords: reads the command line without the program's name.
  ///   - runExternal: becomes another program, and returns only why that failed; `nil` when there are
  ///     no external commands.
  /// - Returns: the exit status.
  package func run(
    _ readWords: @autoclosure () throws -> [String],
    runExternal: ((_ path: String, _ arguments: [String]) -> any Error)? = nil
  ) -> Int32 {
    do {
      let words = try readWords()
      try world.environment.check()
      try SecretArgumentError.check(words)
      let isExternal: (String) -> Bool = { name in
        runExternal != nil && (external(name) != nil || Helpers.known.contains(name))
      }
      switch try root.parse(words, isExternal: isExternal) {
      case .run(let invocation):
        return Int32(try invocation.run(in: world).rawValue)
      case .help(let path):
        let commands =
          runExternal == nil ? [] : Helpers.commandNames(in: world.libexec, world.environment)
        try world.output.write(path.help(externalCommands: commands))
      case .version:
        try world.output.write("\(root.name) \(version)\n")
      case .external(let name, let arguments):
        guard let path = external(name) else { throw MissingHelperError(command: name) }
        throw runExternal?(path, ["totp-\(name)"] + arguments) ?? MissingHelperError(command: name)
      }
      return Int32(ExitCode.done.rawValue)
    } catch {
      let failure = describe(error) ?? Failure(describing: error)
      world.tell(failure)
      return Int32(failure.status.rawValue)
    }
  }

  private func external(_ name: String) -> String? {
    Helpers.command(name, in: world.libexec, world.environment)
  }
}

/// A command that lives in a helper which is not installed.
package struct MissingHelperError: DescribedError {
  let command: String

  /// The error in words.
  package var failure: Failure {
    Failure(
      .failed,
      "the command \(command) needs totp-\(command), which is not installed",
      hints: ["it belongs into ../libexec/totp beside totp's folder; make install puts it there"]
    )
  }
}

extension World {
  /// Tells a failure on standard error: the error, the candidates, the hints.
  ///
  /// - Parameter failure: what went wrong.
  package func tell(_ failure: Failure) {
    var text = "\(programName): \(DisplayText.escaped(failure.message))\n"
    for candidate in failure.candidates { text += "  \(DisplayText.escaped(candidate))\n" }
    for hint in failure.hints {
      text += "\(programName): hint: \(DisplayText.escaped(hint))\n"
    }
    // When even standard error is gone, the exit status still tells.
    try? messages.write(text)
  }
}
