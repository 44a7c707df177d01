// SPDX-License-Identifier: MIT

extension Command {
  /// Looks for mistakes in the description itself; a test holds it against every command.
  ///
  /// - Returns: a sentence for each mistake, or none.
  package func defects() -> [String] {
    defects(above: [], shared: [])
  }

  private func defects(above path: [String], shared: [ArgumentDescription]) -> [String] {
    let path = path + [name]
    let title = path.joined(separator: " ")
    var found = Self.defects(ofName: name, summary: summary, in: title)
    var names: Set<String> = ["help"]
    var letters: Set<Character> = ["h"]
    let shared = shared + globalArguments
    for argument in arguments + shared {
      found += Self.defects(ofName: argument.name, summary: argument.summary, in: title)
      if !names.insert(argument.name).inserted { found.append("\(title): two \(argument.name)") }
      if let short = argument.short, !letters.insert(short).inserted {
        found.append("\(title): two -\(short)")
      }
    }
    let positionals = arguments.filter { $0.kind == .positional }
    for (before, after) in zip(positionals, positionals.dropFirst()) {
      if before.isRepeating { found.append("\(title): \(before.name) swallows \(after.name)") }
      if !before.isRequired && after.isRequired {
        found.append("\(title): \(after.name) is wanted after \(before.name), which is not")
      }
    }
    var commands: Set<String> = path.count == 1 ? ["help"] : []
    for subcommand in subcommands {
      if !commands.insert(subcommand.name).inserted {
        found.append("\(title): two \(subcommand.name)")
      }
      found += subcommand.defects(above: path, shared: shared)
    }
    return found
  }

  private static func defects(
    ofName name: String, summary: String, in title: String
  ) -> [String] {
    var found: [String] = []
    let isKebab = !name.isEmpty && name.allSatisfy { ("a"..."z").contains($0) || $0 == "-" }
    if !isKebab || name.hasPrefix("-") || name.hasSuffix("-") {
      found.append("\(title): \(name) is no name in lower case")
    }
    if summary.isEmpty { found.append("\(title): \(name) has no summary") }
    if summary.hasSuffix(".") { found.append("\(title): \(name)'s summary has a full stop") }
    if summary.count > 60 { found.append("\(title): \(name)'s summary is too long") }
    return found
  }
}
