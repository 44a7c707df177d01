// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Secrets
import Shell

/// The tokens that `totp add` was given, by whatever way; all of them are read before anything is
/// asked or opened.
struct Intake {
  /// The most bytes of a list of URIs: ten thousand of them have less.
  private static let longestList = 8 << 20

  let parsed: Parsed
  let world: World
  let options: GeneratorOptions

  init(_ parsed: Parsed, _ world: World) {
    self.parsed = parsed
    self.world = world
    options = GeneratorOptions(parsed)
  }

  /// Reads the tokens.
  ///
  /// - Returns: one token at least, each with a label.
  /// - Throws: the first thing that is wrong.
  func contents() throws -> Contents {
    guard let source = try source() else {
      var contents = Contents()
      contents.tokens = [try typedToken()]
      return contents
    }
    if let given = options.firstGiven ?? kindOption {
      throw CommandError("\(given) can't go with \(source.option): what is read says it already")
    }
    var contents = try self.contents(of: source)
    try choose(&contents)
    try relabel(&contents.tokens)
    return contents
  }

  /// Keeps the tokens that were chosen; several of a picture are asked about, unless all are wanted.
  private func choose(_ contents: inout Contents) throws {
    let queries = parsed(AddCommand.only)
    let labels = contents.tokens.map(\.label)
    if !queries.isEmpty {
      var chosen: Set<Int> = []
      for query in queries {
        let places = TokenQuery(query).places(among: labels)
        guard !places.isEmpty else { throw ShellError.noMatch(query: query, suggestions: []) }
        chosen.formUnion(places)
      }
      contents.tokens = chosen.sorted().map { contents.tokens[$0] }
    } else if contents.isOfPictures, labels.count > 1, !parsed(AddCommand.all) {
      try confirm(labels.map(\.text))
    }
  }

  /// Several tokens are shown before they are added.
  private func confirm(_ labels: [String]) throws {
    guard world.terminal.isThere else { throw SeveralTokensError(labels: labels) }
    var list = ""
    for label in labels { list += "  \(DisplayText.escaped(label))\n" }
    guard try world.terminal.confirm("\(list)Add these \(labels.count) tokens?") else {
      throw ShellError.declined
    }
  }

  /// Where tokens are read from that say themselves how their codes are made.
  private enum Source {
    case pictures([String])
    case list(String)
    case clipboard
    case screen

    var option: String {
      switch self {
      case .pictures: "--scan"
      case .list: "--uri"
      case .clipboard: "--clipboard"
      case .screen: "--screen"
      }
    }
  }

  private func source() throws -> Source? {
    var sources: [Source] = []
    let pictures = parsed(AddCommand.scan)
    if !pictures.isEmpty { sources.append(.pictures(pictures)) }
    if let list = parsed(AddCommand.uri) { sources.append(.list(list)) }
    if parsed(DesktopArguments.clipboard) { sources.append(.clipboard) }
    if parsed(DesktopArguments.screen) { sources.append(.screen) }
    guard sources.count <= 1 else {
      let options = sources.map(\.option).joined(separator: " and ")
      throw CommandError("\(options) can't both be the source")
    }
    return sources.first
  }

  private func contents(of source: Source) throws -> Contents {
    switch source {
    case .pictures(let paths): return try scanned(paths.map { PictureFile($0, world) })
    case .screen: return try scanned([PictureFile.screen(world)])
    case .list(let file):
      let text = try world.input.secret(from: file, limit: Self.longestList)
      return try listed(text, Input.displayName(file))
    case .clipboard:
      switch try Clipboard.content(world.environment) {
      case .picture(let bytes):
        return try scanned([PictureFile(bytes, from: DesktopArguments.clipboardName, world)])
      case .text(let text): return try listed(text, DesktopArguments.clipboardName)
      }
    }
  }

  private func listed(_ text: borrowing SecretBytes, _ name: String) throws -> Contents {
    var contents = Contents()
    try contents.take(text.withBytes(TokenURI.list)) { "\(name), line \($0)" }
    guard !contents.isEmpty else { throw CommandError("there is no URI in \(name)") }
    try contents.requireToken()
    return contents
  }

  /// What a URI says of its name gives way to the arguments; tags and note are the user's own.
  private func relabel(_ tokens: inout [Token]) throws {
    let isNamed =
      parsed(AddCommand.name) != nil || parsed(TokenArguments.issuer) != nil
      || parsed(TokenArguments.account) != nil
    guard !isNamed || tokens.count == 1 else {
      throw CommandError("one name can't be given to \(tokens.count) tokens")
    }
    for index in tokens.indices {
      if isNamed { applyName(to: &tokens[index].label) }
      guard !tokens[index].label.isBlank else {
        throw CommandError(
          "the URI gives the token no name",
          hints: ["totp add issuer:account --uri - gives one"]
        )
      }
      tokens[index].tags = parsed(AddCommand.tags).withoutRepeats
      if let note = parsed(TokenArguments.note) { tokens[index].note = note }
    }
  }

  func applyName(to label: inout Label) {
    if let name = parsed(AddCommand.name) {
      let named = Label(text: name, issuer: "")
      // The account alone leaves the issuer that the URI gave.
      if !named.issuer.isEmpty { label.issuer = named.issuer }
      label.account = named.account
    }
    if let issuer = parsed(TokenArguments.issuer) { label.issuer = issuer }
    if let account = parsed(TokenArguments.account) { label.account = account }
  }

  private var kindOption: String? {
    parsed(AddCommand.hotp) ? "--hotp" : parsed(AddCommand.steam) ? "--steam" : nil
  }
}

extension Label {
  /// Whether there is nothing in it that a person could see.
  var isBlank: Bool { !DisplayText.isVisible(issuer) && !DisplayText.isVisible(account) }
}

extension Array where Element: Hashable {
  /// The elements in their order, each once.
  var withoutRepeats: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
