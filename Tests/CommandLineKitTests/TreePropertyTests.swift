// SPDX-License-Identifier: MIT
import CommandLineKit
import Testing

extension CommandPath: CustomTestStringConvertible {
  package var testDescription: String { name }
}

/// Holds for every command of the sample, so for any tree without defects.
@Suite struct TreePropertyTests {
  static let leaves = CommandPath(root: Sample.root).descendants.filter {
    if case .run = $0.command.action { true } else { false }
  }

  /// What each argument of the sample converts.
  private static func value(for argument: ArgumentDescription) -> String {
    if case .choices(let choices) = argument.completion { return choices.first ?? "" }
    return "7"
  }

  /// Everything that a command needs, without its own name.
  private static func requirements(of path: CommandPath<Journal>) -> [String] {
    path.positionals.filter(\.isRequired).map(value(for:))
  }

  private static func names(of path: CommandPath<Journal>) -> [String] {
    path.name.split(separator: " ").dropFirst().map(String.init)
  }

  @Test(arguments: leaves)
  func `every declared option is accepted in each of its forms`(
    path: CommandPath<Journal>
  ) throws {
    let declared = (path.options + path.globalOptions).filter { $0 != .help }
    #expect(declared.count >= 4)
    // It refuses whatever it is given, which the tests of errors show.
    for option in declared where option.name != Sample.Add.secret.description.name {
      var forms: [[String]] = []
      let value = Self.value(for: option)
      if option.kind == .flag {
        forms.append([option.label])
        if let short = option.short { forms.append(["-\(short)"]) }
      } else {
        forms.append([option.label, value])
        forms.append(["\(option.label)=\(value)"])
        if let short = option.short { forms += [["-\(short)", value], ["-\(short)\(value)"]] }
      }
      for form in forms {
        for words in [form + Self.requirements(of: path), Self.requirements(of: path) + form] {
          let outcome = try Sample.root.parse(Self.names(of: path) + words)
          #expect(outcome.text == "run \(path.name)")
        }
      }
    }
  }

  @Test(arguments: leaves)
  func `every abbreviation of an option is refused with the name in full`(
    path: CommandPath<Journal>
  ) {
    for option in path.options + path.globalOptions {
      let words = Self.names(of: path) + [String(option.label.dropLast())]
      let error = Sample.failure(words)
      #expect(error?.hint == "did you mean \"\(option.label)\"?")
    }
  }

  @Test(arguments: CommandPath(root: Sample.root).descendants)
  func `every command has help by option and by name, which shows all it accepts`(
    path: CommandPath<Journal>
  ) throws {
    let names = Self.names(of: path)
    #expect(try Sample.root.parse(names + ["--help"]).text == "help \(path.name)")
    #expect(try Sample.root.parse(["help"] + names).text == "help \(path.name)")
    let help = path.help()
    for argument in path.options + path.globalOptions + path.positionals {
      #expect(help.contains(argument.label))
      #expect(help.contains(argument.summary))
    }
    for subcommand in path.command.subcommands {
      #expect(help.contains("\n  \(subcommand.name) "))
      #expect(help.contains(subcommand.summary))
    }
  }

  @Test(arguments: leaves)
  func `every required positional is missed`(path: CommandPath<Journal>) {
    guard let first = path.positionals.first(where: \.isRequired) else { return }
    #expect(Sample.failure(Self.names(of: path))?.cause == .missingArgument(first.label))
  }
}
