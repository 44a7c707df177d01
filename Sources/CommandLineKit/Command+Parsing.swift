// SPDX-License-Identifier: MIT

extension Command {
  /// Parses a command line against this command as the root, without any effect.
  ///
  /// Options may stand anywhere among positionals: `--name VALUE`, `--name=VALUE`, `-n VALUE`,
  /// `-nVALUE`, flags together as in `-nj`. An option takes the next word as its value whatever it
  /// looks like. `--` ends the options; `-` alone is a positional. Names are not abbreviated.
  /// `--help` in the place of an option wins over mistakes around it, except that an unknown
  /// command has no help.
  ///
  /// - Parameters:
  ///   - words: the command line without the program's own name.
  ///   - isExternal: whether another program provides the root's command of a name that the tree
  ///     does not have; asked only about names in lower-case kebab form.
  /// - Returns: what the command line asks for, with every value converted.
  /// - Throws: ``UsageError``.
  ///
  /// POSIX.1-2017 §12.2 and the GNU coding standards, "Standards for Command Line Interfaces".
  package func parse(
    _ words: [String],
    isExternal: (String) -> Bool = { _ in false }
  ) throws(UsageError) -> Outcome<Context> {
    var parser = Parser(root: self, words: words)
    do throws(UsageError) {
      return try parser.outcome(isExternal)
    } catch {
      if case .unknownCommand = error.cause { throw error }
      if parser.isHelpAhead { return .help(parser.path) }
      throw error
    }
  }
}
