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
  /// The most bytes of a secret with all its spaces.
  private static let longestSecret = 1 << 14

  private let parsed: Parsed
  private let world: World
  private let options: GeneratorOptions

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
    try relabel(&contents.tokens)
    return contents
  }

  /// Where tokens are read from that say themselves how their codes are made.
  private enum Source {
    case picture(String)
    case list(String)
    case clipboard
    case screen

    var option: String {
      switch self {
      case .picture: "--scan"
      case .list: "--uri"
      case .clipboard: "--clipboard"
      case .screen: "--screen"
      }
    }
  }

  private func source() throws -> Source? {
    var sources: [Source] = []
    if let image = parsed(AddCommand.scan) { sources.append(.picture(image)) }
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
    case .picture(let image): return try scanned(PictureFile(image, world))
    case .screen: return try scanned(PictureFile.screen(world))
    case .list(let file):
      let text = try world.input.secret(from: file, limit: Self.longestList)
      return try listed(text, Input.displayName(file))
    case .clipboard:
      switch try Clipboard.content(world.environment) {
      case .picture(let bytes):
        return try scanned(PictureFile(bytes, from: DesktopArguments.clipboardName, world))
      case .text(let text): return try listed(text, DesktopArguments.clipboardName)
      }
    }
  }

  /// A token of a bare secret and the options.
  private func typedToken() throws -> Token {
    guard !(parsed(AddCommand.hotp) && parsed(AddCommand.steam)) else {
      throw CommandError("--hotp and --steam can't both be the kind")
    }
    var label = Label(issuer: "", account: "")
    applyName(to: &label)
    guard !label.isBlank else {
      throw CommandError("the token has no name", hints: ["totp add issuer:account"])
    }
    let base: Generator =
      parsed(AddCommand.hotp)
      ? .hotp(algorithm: .sha1, digits: .six, counter: Counter(0))
      : parsed(AddCommand.steam) ? .steam(period: .thirtySeconds) : .standard
    let generator = try options.applied(to: base)
    let secret = try typedSecret(of: label)
    return try Token(
      label: label,
      secret: secret,
      generator: generator,
      tags: parsed(AddCommand.tags).withoutRepeats,
      note: parsed(TokenArguments.note) ?? ""
    )
  }

  private func typedSecret(of label: Label) throws -> Secret {
    let text: SecretBytes
    if world.input.isTerminal {
      text = try world.terminal.readSecret(
        prompt: "Secret of \(DisplayText.escaped(label.text)): "
      )
    } else {
      text = try world.input.secret(
        from: Input.standardInputName,
        limit: Self.longestSecret
      )
    }
    guard text.withBytes(Self.isOneLine) else {
      throw CommandError("there is more than one line, and a secret is one")
    }
    if text.withBytes({ TokenURI($0) != nil }) {
      throw CommandError(
        "a URI was given where a secret is wanted",
        hints: ["totp add --uri - reads URIs"]
      )
    }
    do {
      return Secret(try text.withBytes(Base32.decode))
    } catch {
      // Steam's own files have the secret in Base64.
      guard parsed(AddCommand.steam), error != .emptySecret,
        let bytes = try? text.withBytes({ (bytes) throws(OTPError) in
          // The line's end is no part of it.
          let count = bytes.indices.reversed().first { bytes[$0] > 0x20 }.map { $0 + 1 } ?? 0
          return try Base64.decode(bytes.extracting(0..<count))
        })
      else { throw error }
      return Secret(bytes)
    }
  }

  /// Two secrets put together would be a third one.
  private static func isOneLine(_ text: Span<UInt8>) -> Bool {
    var isEnded = false
    for index in text.indices {
      let isLineEnd = text[index] == 0x0A || text[index] == 0x0D
      if isEnded, text[index] > 0x20 { return false }
      if isLineEnd, (0..<index).contains(where: { text[$0] > 0x20 }) { isEnded = true }
    }
    return true
  }

  private func listed(_ text: borrowing SecretBytes, _ name: String) throws -> Contents {
    var contents = Contents()
    try contents.take(text.withBytes(TokenURI.list)) { "\(name), line \($0)" }
    guard !contents.isEmpty else { throw CommandError("there is no URI in \(name)") }
    try contents.requireToken()
    return contents
  }

  private func scanned(_ picture: PictureFile) throws -> Contents {
    let report = try picture.report()
    var contents = Contents()
    do {
      for payload in report.payloads where payload.text.withBytes({ TokenURI($0) != nil }) {
        try contents.take(payload.text.withBytes(TokenURI.list)) { _ in picture.name }
      }
      try contents.requireToken()
    } catch {
      throw UnreadableTokenError(cause: error)
    }
    guard !contents.isEmpty else {
      throw NoTokenError(
        picture: picture.name,
        kinds: report.payloads.map { PayloadKind.words(for: $0.text) }
      )
    }
    if contents.tokens.count > 1 && !parsed(AddCommand.all) {
      try confirm(contents.tokens, picture.name)
    }
    return contents
  }

  /// Several tokens in one picture are shown before they are added.
  private func confirm(_ tokens: [Token], _ picture: String) throws {
    let labels = tokens.map(\.label.text)
    guard world.terminal.isThere else {
      throw SeveralTokensError(picture: picture, labels: labels)
    }
    var list = ""
    for label in labels { list += "  \(DisplayText.escaped(label))\n" }
    let question = "\(list)Add these \(labels.count) tokens?"
    guard try world.terminal.confirm(question) else { throw ShellError.declined }
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

  private func applyName(to label: inout Label) {
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
