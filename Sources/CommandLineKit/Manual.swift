// SPDX-License-Identifier: MIT

/// What a manual page says that is not in the command tree.
package struct ManualFacts: Sendable {
  /// A section of terms that are explained.
  package struct Section: Sendable {
    let title: String
    let entries: [(term: String, text: String)]

    /// Makes a section.
    ///
    /// - Parameters:
    ///   - title: in capitals, such as `ENVIRONMENT`.
    ///   - entries: terms, and what they mean.
    package init(_ title: String, _ entries: [(term: String, text: String)]) {
      self.title = title
      self.entries = entries
    }
  }

  let date: String
  let sections: [Section]
  let otherPages: [(name: String, section: Int)]

  /// Gathers facts.
  ///
  /// - Parameters:
  ///   - date: of the release, as `December 1, 2026`.
  ///   - sections: what the root's page has besides.
  ///   - otherPages: what the root's page refers to, in the order of sections and names.
  package init(
    date: String,
    sections: [Section],
    otherPages: [(name: String, section: Int)]
  ) {
    self.date = date
    self.sections = sections
    self.otherPages = otherPages
  }
}

extension CommandPath {
  /// The name of the manual page: `totp-vault-init`.
  package var pageName: String { String(name.map { $0 == " " ? "-" : $0 }) }

  /// Writes the manual page, in section 1.
  ///
  /// - Parameter facts: what is not in the command tree.
  /// - Returns: a page in mdoc.
  ///
  /// mdoc(7)
  package func manual(_ facts: ManualFacts) -> String {
    var page = ManualPage()
    page.macro("Dd", facts.date)
    page.macro("Dt", "\(pageName.uppercased()) 1")
    page.macro("Os")
    page.macro("Sh", "NAME")
    page.macro("Nm", pageName)
    page.macro(
      "Nd",
      ManualPage.escaped(command.summary.prefix(1).lowercased() + command.summary.dropFirst())
    )
    page.macro("Sh", "SYNOPSIS")
    page.macro("Nm", name)
    for option in options + globalOptions { page.optional(option) }
    for positional in positionals { page.synopsis(of: positional) }
    if !command.subcommands.isEmpty { page.macro("Ar", "command") }
    page.macro("Sh", "DESCRIPTION")
    page.text(command.summary + ".")
    page.paragraphs(command.details)
    page.list(positionals + options + globalOptions)
    for section in command.sections {
      page.macro("Ss", ManualPage.escaped(section.title))
      page.terms(section.commands.map { ("\(name) \($0.name)", $0.summary + ".") })
    }
    if isRoot {
      for section in facts.sections {
        page.macro("Sh", section.title)
        page.terms(section.entries)
      }
    } else {
      page.macro("Sh", "EXIT STATUS")
      page.text("The statuses are those of")
      page.macro("Xr", "\(groups[0].name) 1 .")
    }
    page.examples(command.examples)
    page.macro("Sh", "SEE ALSO")
    page.references(references(facts))
    return page.source
  }

  private func references(_ facts: ManualFacts) -> [(name: String, section: Int)] {
    var pages: [(name: String, section: Int)] = []
    if let above = groups.first { pages.append((above.name, 1)) }
    if groups.count > 1 {
      pages.append((groups.map(\.name).joined(separator: "-"), 1))
    }
    pages += command.subcommands.map { (appending($0).pageName, 1) }.sorted { $0.0 < $1.0 }
    return isRoot ? pages + facts.otherPages : pages
  }
}

/// Collects the lines of a page.
private struct ManualPage {
  private(set) var source = ""

  /// Makes text that roff shows as it is.
  static func escaped(_ text: some StringProtocol) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "\"": result += "\\(dq"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      default: result.append(character)
      }
    }
    // A line that begins so would be a request.
    return result.first == "." ? "\\&" + result : result
  }

  mutating func macro(_ name: String, _ arguments: String = "") {
    source += arguments.isEmpty ? ".\(name)\n" : ".\(name) \(arguments)\n"
  }

  /// A sentence a line, as roff wants it; a word alone would be hard to miss anyway.
  mutating func text(_ text: some StringProtocol) {
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      line += (line.isEmpty ? "" : " ") + word
      guard let end = word.last, ".?!".contains(end) else { continue }
      source += Self.escaped(line) + "\n"
      line = ""
    }
    if !line.isEmpty { source += Self.escaped(line) + "\n" }
  }

  mutating func paragraphs(_ details: String) {
    var paragraph: [Substring] = []
    for line in details.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        end(&paragraph)
      } else {
        paragraph.append(line)
      }
    }
    end(&paragraph)
  }

  private mutating func end(_ paragraph: inout [Substring]) {
    guard let first = paragraph.first else { return }
    if first.hasPrefix("  ") {
      macro("Bd", "-literal -offset indent")
      for line in paragraph { source += Self.escaped(line.drop { $0 == " " }) + "\n" }
      macro("Ed")
    } else {
      macro("Pp")
      text(paragraph.joined(separator: " "))
    }
    paragraph = []
  }

  mutating func optional(_ option: ArgumentDescription) {
    let value = option.valueName.map { " Ar \($0.lowercased())" } ?? ""
    macro("Op", "Fl \\-\(Self.escaped(option.name))\(value)")
  }

  mutating func synopsis(of positional: ArgumentDescription) {
    let dots = positional.isRepeating ? " ..." : ""
    macro(
      positional.isRequired ? "Ar" : "Op",
      (positional.isRequired ? "" : "Ar ") + positional.name + dots
    )
  }

  mutating func list(_ arguments: [ArgumentDescription]) {
    macro("Bl", "-tag -width Ds")
    for argument in arguments {
      if argument.kind == .positional {
        macro("It", "Ar \(argument.name)")
      } else {
        let short = argument.short.map { "Fl \($0) , " } ?? ""
        let value = argument.valueName.map { " Ar \($0.lowercased())" } ?? ""
        macro("It", "\(short)Fl \\-\(Self.escaped(argument.name))\(value)")
      }
      var summary = argument.summary
      if case .choices(let choices) = argument.completion {
        summary += ": " + choices.joined(separator: ", ")
      }
      text(summary + ".")
    }
    macro("El")
  }

  mutating func terms(_ entries: [(term: String, text: String)]) {
    macro("Bl", "-tag -width Ds")
    for (term, text) in entries {
      macro("It", "Sy \(Self.escaped(term))")
      self.text(text)
    }
    macro("El")
  }

  mutating func examples(_ examples: [Example]) {
    guard !examples.isEmpty else { return }
    macro("Sh", "EXAMPLES")
    for (index, example) in examples.enumerated() {
      if index > 0 { macro("Pp") }
      text(example.summary + ":")
      macro("Dl", "$ " + Self.escaped(example.line))
    }
  }

  mutating func references(_ pages: [(name: String, section: Int)]) {
    for (index, page) in pages.enumerated() {
      macro("Xr", "\(page.name) \(page.section)" + (index + 1 < pages.count ? " ," : ""))
    }
  }
}
