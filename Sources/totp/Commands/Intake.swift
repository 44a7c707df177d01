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
    let scan = parsed(AddCommand.scan)
    let uri = parsed(AddCommand.uri)
    var contents = Contents()
    switch (scan.isEmpty, uri) {
    case (true, nil):
      contents.tokens = [try typedToken()]
      return contents
    case (false, nil):
      try refuseGenerator("--scan", "the picture")
      contents = try scanned(scan)
    case (true, let source?):
      try refuseGenerator("--uri", "the URI")
      let text = try world.input.secret(from: source, limit: Self.longestList)
      contents = try listed(text, Input.displayName(source))
    case (false, .some):
      throw CommandError("--scan and --uri can't both be the source")
    }
    try relabel(&contents.tokens)
    return contents
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
      tags: parsed(AddCommand.tags),
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

  private func listed(_ text: borrowing SecretBytes, _ name: String) throws -> Contents {
    var contents = Contents()
    try contents.take(text.withBytes(TokenURI.list)) { "\(name), line \($0)" }
    guard !contents.isEmpty else { throw CommandError("there is no URI in \(name)") }
    try contents.requireToken()
    return contents
  }

  /// The tokens of pictures: of an export, each may hold a part.
  private func scanned(_ images: [String]) throws -> Contents {
    var contents = Contents()
    var names: [String] = []
    for image in images {
      let picture = PictureFile(image, world)
      names.append(picture.name)
      try take(picture.report(), picture.name, into: &contents)
    }
    if contents.tokens.count > 1 && !parsed(AddCommand.all) {
      try confirm(contents.tokens, names.joined(separator: ", "))
    }
    return contents
  }

  private func take(
    _ report: PictureReport,
    _ picture: String,
    into contents: inout Contents
  ) throws {
    var own = Contents()
    do {
      for payload in report.payloads where payload.text.withBytes({ TokenURI($0) != nil }) {
        let entries = payload.text.withBytes(TokenURI.list)
        try own.take(entries) { _ in picture }
        try contents.take(entries) { _ in picture }
      }
      try own.requireToken()
    } catch {
      throw UnreadableTokenError(cause: error)
    }
    guard !own.isEmpty else {
      throw NoTokenError(
        picture: picture,
        kinds: report.payloads.map { PayloadKind.words(for: $0.text) }
      )
    }
  }

  /// Several tokens are shown before they are added.
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
      tokens[index].tags = parsed(AddCommand.tags)
      if let note = parsed(TokenArguments.note) { tokens[index].note = note }
    }
  }

  private func applyName(to label: inout Label) {
    if let name = parsed(AddCommand.name) {
      // The first colon parts issuer and account, as in a URI's label.
      if let colon = name.firstIndex(of: ":") {
        label.issuer = String(name[..<colon])
        label.account = String(name[name.index(after: colon)...])
      } else {
        label = Label(issuer: "", account: name)
      }
    }
    if let issuer = parsed(TokenArguments.issuer) { label.issuer = issuer }
    if let account = parsed(TokenArguments.account) { label.account = account }
  }

  private func refuseGenerator(_ source: String, _ thing: String) throws {
    let kind =
      parsed(AddCommand.hotp) ? "--hotp" : parsed(AddCommand.steam) ? "--steam" : nil
    if let given = kind ?? options.firstGiven {
      throw CommandError("\(given) can't go with \(source): \(thing) says it already")
    }
  }
}

extension Label {
  /// Whether there is nothing in it that a person could see.
  var isBlank: Bool { text.allSatisfy(\.isWhitespace) }
}
