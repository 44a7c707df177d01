// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Secrets
import Shell
import Vault

/// `totp add`: puts tokens into the vault.
enum AddCommand {
  static let name = Positional("name", "issuer:account, or the account alone").sensitive.optional
  static let scan = Option(
    "scan",
    value: "IMAGE",
    "Read the QR codes of a picture; - is stdin",
    as: .file
  ).repeating
  static let uri = Option("uri", value: "FILE", "Read URIs, one a line; - is stdin", as: .file)
    .sensitive
  static let hotp = Flag("hotp", "The token counts instead of telling the time")
  static let steam = Flag("steam", "The token makes Steam's codes")
  static let tags = Option("tag", value: "TAG", "A mark of your own", as: TokenArguments.tag)
    .repeating
  static let only = Option("only", value: "QUERY", "Of several tokens add those that match")
    .repeating
  static let all = Flag("all", "Add all tokens of a picture without asking")
  static let replace = Flag("replace", "Put the token in the place of one of the same name")

  static let command = Command<World>(
    "add",
    "Add a token from a prompt, a pipe or a picture",
    arguments: [
      name, scan, uri, DesktopArguments.clipboard, DesktopArguments.screen, hotp, steam,
      TokenArguments.issuer, TokenArguments.account,
      TokenArguments.algorithm, TokenArguments.digits, TokenArguments.period,
      TokenArguments.counter, tags, TokenArguments.note, all, only, replace, TokenArguments.json,
    ],
    details: """
      Without --scan, --uri, --clipboard and --screen the secret is read from standard input, or asked for when that is a \
      terminal. A secret or a URI among the arguments is refused: every user of the machine can \
      read a program's arguments, and the shell's history keeps them.
      """,
    examples: [
      Example("From a picture", "totp add --scan qr.png"),
      Example("From the site that is open", "totp add --screen"),
      Example("From a prompt", "totp add GitHub:ana"),
      Example("From another program", "pass show otp/github | totp add --uri -"),
    ]
  ) { parsed, world in
    let session = try VaultSession(parsed, world)
    let intake = try Intake(parsed, world).contents()
    let changes = try session.update(creating: true) { vault in
      let additions = try added(intake.tokens, to: &vault, replacing: parsed(replace), world)
      return try storedChanges(intake.tokens, additions, in: vault)
    }
    try report(changes, asJSON: parsed(TokenArguments.json), world)
    if let missing = intake.missingParts { world.note(missing) }
    for rejection in intake.rejections { world.tell(Failure(describing: rejection)) }
    return intake.rejections.isEmpty ? .done : .failed
  }

  /// A token as it is in the vault, and what was done with it.
  private struct Change {
    let token: Token
    let id: TokenID
    /// The word for it: `added`, `replaced` or `unchanged`.
    let word: String

    var isNew: Bool { word != "unchanged" }
  }

  private static func added(
    _ tokens: [Token],
    to vault: inout Vault,
    replacing: Bool,
    _ world: World
  ) throws -> [Vault.Addition] {
    do {
      return try vault.add(
        tokens,
        at: world.clock.now(),
        randomness: world.randomness,
        replacing: replacing
      )
    } catch .labelTaken(let label) {
      var failure = Failure(VaultError.labelTaken(label))
      failure.hints.append("--replace puts this one in its place")
      throw CommandError(failure)
    }
  }

  private static func storedChanges(
    _ tokens: [Token],
    _ additions: [Vault.Addition],
    in vault: borrowing Vault
  ) throws -> [Change] {
    // What was there already stays as it was, with its own tags and counter.
    var stored: [TokenID: Token] = [:]
    let hadSome = additions.contains { addition in
      if case .added = addition { false } else { true }
    }
    if hadSome {
      for record in try vault.records() { stored[record.id] = record.token }
    }
    return zip(tokens, additions).map { token, addition in
      switch addition {
      case .added(let id): Change(token: token, id: id, word: "added")
      case .replaced(let id): Change(token: stored[id] ?? token, id: id, word: "replaced")
      case .unchanged(let id): Change(token: stored[id] ?? token, id: id, word: "unchanged")
      }
    }
  }

  private static func report(_ changes: [Change], asJSON: Bool, _ world: World) throws {
    let short = changes.filter { $0.isNew && $0.token.secret.count < 16 }.map(\.token)
    if short.count == 1 {
      world.note(
        "the secret of \(short[0].label.text) has \(short[0].secret.count * 8) bits; RFC 4226 asks "
          + "for 128"
      )
    } else if short.count > 1 {
      world.note("\(short.count) of the secrets have less than the 128 bits that RFC 4226 asks for")
    }
    if asJSON {
      var documents: [JSON] = []
      for change in changes {
        let members = TokenJSON.members(change.token, id: change.id.text)
        documents.append(.object(members + [("change", .string(change.word))]))
      }
      return try JSON.array(documents).write(to: world.output)
    }
    var text = ""
    for change in changes {
      let label = DisplayText.escaped(change.token.label.text)
      text += change.isNew ? "\(change.word) \(label)\n" : "\(label) is there already\n"
    }
    try world.output.write(text)
  }
}
