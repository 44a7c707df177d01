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
  static let tags = Option("tag", value: "TAG", "A mark of your own").repeating
  static let all = Flag("all", "Add all tokens of a picture without asking")
  static let replace = Flag("replace", "Put the token in the place of one of the same name")

  static let command = Command<World>(
    "add",
    "Add a token from a prompt, a pipe or a picture",
    arguments: [
      name, scan, uri, hotp, steam, TokenArguments.issuer, TokenArguments.account,
      TokenArguments.algorithm, TokenArguments.digits, TokenArguments.period,
      TokenArguments.counter, tags, TokenArguments.note, all, replace, TokenArguments.json,
    ],
    details: """
      Without --scan and --uri the secret is read from standard input, or asked for when that is a \
      terminal. A secret or a URI among the arguments is refused: every user of the machine can \
      read a program's arguments, and the shell's history keeps them.
      """,
    examples: [
      Example("From a picture", "totp add --scan qr.png"),
      Example("From a prompt", "totp add GitHub:ana"),
      Example("From another program", "pass show otp/github | totp add --uri -"),
    ]
  ) { parsed, world in
    let session = try VaultSession(parsed, world)
    let intake = try Intake(parsed, world).contents()
    let additions = try session.update(creating: true) { vault in
      try vault.add(
        intake.tokens,
        at: world.clock.now(),
        randomness: world.randomness,
        replacing: parsed(replace)
      )
    }
    let changes = zip(intake.tokens, additions).map { Change(token: $0, addition: $1) }
    try report(changes, asJSON: parsed(TokenArguments.json), world)
    if let missing = intake.missingParts { world.note(missing) }
    for rejection in intake.rejections { world.tell(Failure(describing: rejection)) }
    return intake.rejections.isEmpty ? .done : .failed
  }

  /// A token, and what was done with it.
  private struct Change {
    let token: Token
    let id: TokenID
    /// The word for it: `added`, `replaced` or `unchanged`.
    let word: String

    init(token: Token, addition: Vault.Addition) {
      self.token = token
      switch addition {
      case .added(let id): (self.id, word) = (id, "added")
      case .replaced(let id): (self.id, word) = (id, "replaced")
      case .unchanged(let id): (self.id, word) = (id, "unchanged")
      }
    }

    var isNew: Bool { word != "unchanged" }
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
