// SPDX-License-Identifier: MIT

extension CommandPath {
  /// Writes the help of the command: usage, summary, details, arguments, options, commands and
  /// examples.
  ///
  /// - Parameters:
  ///   - width: columns of the terminal.
  ///   - externalCommands: names of commands that other programs provide, for the root's help; those
  ///     that a command line could not reach are left out.
  /// - Returns: lines, each with its line end.
  package func help(width: Int = 80, externalCommands: [String] = []) -> String {
    var page = HelpPage(width: width)
    page.paragraph(usage)
    page.paragraph(command.summary + ".")
    page.details(command.details)
    page.list("Arguments", positionals)
    for section in command.sections {
      page.list(section.title, section.commands)
    }
    if isRoot { page.names("External commands", reachable(externalCommands)) }
    page.list("Options", options)
    page.list("Global options", globalOptions)
    page.examples(command.examples)
    if !command.subcommands.isEmpty {
      page.paragraph("See \"\(name) COMMAND --help\" for one command.")
    }
    return page.text
  }

  /// One line on what to type: `usage: totp code [OPTIONS] QUERY`.
  package var usage: String {
    var line = "usage: \(name) [OPTIONS]"
    for positional in positionals {
      line += " " + positional.synopsis
    }
    return command.subcommands.isEmpty ? line : line + " COMMAND"
  }

  private func reachable(_ names: [String]) -> [String] {
    names.filter { isKebab($0) && command.subcommand($0) == nil }
  }
}

extension ArgumentDescription {
  /// How it is typed: `-n, --no-newline`, `    --at TIME`, `[NAME]`, `IMAGE...`.
  package var synopsis: String {
    let dots = isRepeating ? "..." : ""
    if kind == .positional {
      return isRequired ? label + dots : "[\(label)]" + dots
    }
    var text = short.map { "-\($0), " } ?? "    "
    text += label
    if let valueName { text += " " + valueName + dots }
    return text
  }

  /// The summary with the words to choose from.
  fileprivate var explanation: String {
    guard case .choices(let choices) = completion else { return summary }
    return summary + ": " + choices.joined(separator: ", ")
  }
}

/// Collects the lines of a help text.
private struct HelpPage {
  /// Where summaries begin, and so the longest a label beside one may be with its margins.
  private static let column = 28
  private static let margin = "  "

  private let width: Int
  private(set) var text = ""

  /// Begins a page, widened if the width leaves no room beside the labels.
  init(width: Int) {
    self.width = max(width, Self.column + 12)
  }

  mutating func paragraph(_ words: String) {
    block(wrapped(words, width: width))
  }

  mutating func details(_ details: String) {
    block(wrappedParagraphs(details, width: width))
  }

  mutating func list(_ title: String, _ arguments: [ArgumentDescription]) {
    var lines: [String] = []
    for argument in arguments {
      lines += entry(argument.synopsis, argument.explanation)
    }
    section(title, lines)
  }

  mutating func list<Context>(_ title: String, _ commands: [Command<Context>]) {
    var lines: [String] = []
    for command in commands {
      lines += entry(command.name, command.summary)
    }
    section(title, lines)
  }

  mutating func names(_ title: String, _ names: [String]) {
    let lines = wrapped(names.joined(separator: " "), width: width - Self.margin.count)
    section(title, lines.map { Self.margin + $0 })
  }

  mutating func examples(_ examples: [Example]) {
    var lines: [String] = []
    for example in examples {
      lines.append(Self.margin + example.summary + ":")
      lines.append(Self.margin + Self.margin + example.line)
    }
    section("Examples", lines)
  }

  private mutating func section(_ title: String, _ lines: [String]) {
    guard !lines.isEmpty else { return }
    block([title + ":"] + lines)
  }

  private mutating func block(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    if !text.isEmpty { text += "\n" }
    for line in lines {
      text += line + "\n"
    }
  }

  private func entry(_ label: String, _ summary: String) -> [String] {
    let label = Self.margin + label
    var lines = wrapped(summary, width: width - Self.column)
    for index in lines.indices {
      lines[index] = String(repeating: " ", count: Self.column) + lines[index]
    }
    guard let first = lines.first, label.count + Self.margin.count <= Self.column else {
      return [label] + lines
    }
    lines[0] = label + first.dropFirst(label.count)
    return lines
  }
}
