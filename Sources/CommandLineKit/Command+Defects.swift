// SPDX-License-Identifier: MIT

extension Command {
  /// Lists what is wrong with the description of this command as the root, and of all below it.
  ///
  /// A program's tests expect none: the parser and the pages made from a tree rely on it.
  ///
  /// - Returns: one line for each defect, beginning with the command it is in.
  package func defects() -> [String] {
    var found: [String] = []
    for path in CommandPath(root: self).descendants {
      for defect in path.defects() {
        found.append("\(path.name): \(defect)")
      }
    }
    return found
  }
}

extension CommandPath {
  fileprivate func defects() -> [String] {
    var found: [String] = []
    let words = command.name.split(separator: " ", omittingEmptySubsequences: false)
    if !words.allSatisfy(isKebab) || words.count > 1 && !isRoot {
      found.append("the name is not in lower-case kebab form")
    }
    found += summaryDefects("", command.summary)
    for example in command.examples {
      found += summaryDefects("example: ", example.summary)
    }
    found += groupDefects()
    found += nameDefects()
    for argument in command.arguments + command.globalArguments {
      found += argumentDefects(argument.description)
    }
    return found + orderDefects()
  }

  private func groupDefects() -> [String] {
    guard case .group(let sections) = command.action else { return [] }
    var found: [String] = []
    if command.subcommands.isEmpty { found.append("the group is empty") }
    for section in sections where section.title.isEmpty || section.commands.isEmpty {
      found.append("a section has no title or no commands")
    }
    var names: Set<String> = []
    for subcommand in command.subcommands where !names.insert(subcommand.name).inserted {
      found.append("the command \(subcommand.name) is there twice")
    }
    for argument in command.globalArguments where argument.description.kind == .positional {
      found.append("\(argument.description.label): a positional cannot be global")
    }
    return found
  }

  /// Everything that can be typed here must mean one thing.
  private func nameDefects() -> [String] {
    var found: [String] = []
    var labels: Set<String> = []
    var shorts: Set<Character> = []
    for argument in options + globalOptions + positionals {
      if !labels.insert(argument.label).inserted {
        found.append("\(argument.label) is there twice")
      }
      if let short = argument.short, !shorts.insert(short).inserted {
        found.append("-\(short) is there twice")
      }
    }
    return found
  }

  private func argumentDefects(_ argument: ArgumentDescription) -> [String] {
    var found: [String] = []
    let label = argument.label
    if !isKebab(argument.name) {
      found.append("\(label): the name is not in lower-case kebab form")
    }
    if let short = argument.short, !short.isASCII || !(short.isLetter || short.isNumber) {
      found.append("\(label): the short name is not an ASCII letter or digit")
    }
    if argument.valueName?.isEmpty == true {
      found.append("\(label): the value has no name")
    }
    return found + summaryDefects("\(label): ", argument.summary)
  }

  private func summaryDefects(_ prefix: String, _ summary: String) -> [String] {
    var found: [String] = []
    if summary.isEmpty { found.append("\(prefix)the summary is empty") }
    if summary.hasSuffix(".") { found.append("\(prefix)the summary ends in a full stop") }
    if summary.count > 60 { found.append("\(prefix)the summary is over 60 columns") }
    if summary.contains(where: \.isNewline) {
      found.append("\(prefix)the summary is more than one line")
    }
    return found
  }

  /// Positionals are told apart by their order alone.
  private func orderDefects() -> [String] {
    var found: [String] = []
    var isAfterOptional = false
    for (index, positional) in positionals.enumerated() {
      if positional.isRequired, isAfterOptional {
        found.append("\(positional.label): required after an optional one")
      }
      if positional.isRepeating, index != positionals.count - 1 {
        found.append("\(positional.label): repeating, but not the last")
      }
      if !positional.isRequired { isAfterOptional = true }
    }
    return found
  }
}
