// SPDX-License-Identifier: MIT

/// What `--help` prints, made of the description.
package enum Help {
  private static let width = 80
  private static let indent = 2
  private static let widestTerm = 28

  /// Writes the help of a command.
  ///
  /// - Parameters:
  ///   - path: the commands above it from the root, and itself at the end; never empty.
  ///   - externalCommands: names of other programs that are commands of the root too.
  /// - Returns: lines of 80 columns at most.
  package static func text<Context>(
    _ path: [Command<Context>], externalCommands: [String] = []
  ) -> String {
    guard let command = path.last else { return "" }
    var text = "Usage: \(usage(path))\n\n\(wrapped(command.summary + ".", from: 0))"
    if !command.details.isEmpty { text += "\n" + wrapped(command.details, from: 0) }
    text += section("Commands", command.subcommands.map { ($0.name, $0.summary) })
    if path.count == 1 {
      text += section("More commands", externalCommands.map { ($0, "") })
    }
    let positionals = command.arguments.filter { $0.kind == .positional }
    text += section("Arguments", positionals.map { ($0.displayName, $0.summary) })
    let options = command.arguments.filter { $0.kind != .positional }
    text += section("Options", options.map { (term($0), $0.summary) })
    let shared = path.flatMap(\.globalArguments)
    text += section("Options of every command", shared.map { (term($0), $0.summary) })
    if !command.examples.isEmpty {
      text += "\nExamples:\n"
      for example in command.examples { text += "  \(example)\n" }
    }
    if !command.subcommands.isEmpty {
      let name = path.map(\.name).joined(separator: " ")
      text += "\n\(name) COMMAND --help tells more about a command.\n"
    }
    return text
  }

  /// Writes the line that shows what a command takes.
  ///
  /// - Parameter path: the commands above it from the root, and itself at the end.
  /// - Returns: the line without its end.
  static func usage<Context>(_ path: [Command<Context>]) -> String {
    var words = path.map(\.name)
    guard let command = path.last else { return "" }
    if !command.subcommands.isEmpty { words.append("COMMAND") }
    if command.arguments.contains(where: { $0.kind != .positional }) { words.append("[OPTION]...") }
    for argument in command.arguments where argument.kind == .positional {
      let name = argument.displayName + (argument.isRepeating ? "..." : "")
      words.append(argument.isRequired ? name : "[\(name)]")
    }
    return words.joined(separator: " ")
  }

  private static func term(_ argument: ArgumentDescription) -> String {
    let short = argument.short.map { "-\($0), " } ?? "    "
    let value = argument.valueName.map { " \($0)" } ?? ""
    return short + argument.displayName + value
  }

  private static func section(_ title: String, _ rows: [(term: String, text: String)]) -> String {
    guard !rows.isEmpty else { return "" }
    var column = 0
    for row in rows where row.term.count <= widestTerm { column = max(column, row.term.count) }
    column += indent + 2
    var text = "\n\(title):\n"
    for row in rows {
      let start = String(repeating: " ", count: indent) + row.term
      if row.text.isEmpty {
        text += start + "\n"
      } else if start.count + 2 <= column {
        text += start + String(repeating: " ", count: column - start.count)
        text += wrapped(row.text, from: column)
      } else {
        text += start + "\n" + String(repeating: " ", count: column)
        text += wrapped(row.text, from: column)
      }
    }
    return text
  }

  /// Breaks text between words; the first line begins where the caller has come to.
  private static func wrapped(_ text: String, from column: Int) -> String {
    var result = ""
    var used = column
    for word in text.split(separator: " ") {
      if used > column && used + 1 + word.count > width {
        result += "\n" + String(repeating: " ", count: column)
        used = column
      } else if used > column {
        result += " "
        used += 1
      }
      result += word
      used += word.count
    }
    return result + "\n"
  }
}
