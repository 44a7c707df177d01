// SPDX-License-Identifier: MIT
import Card
import CommandLineKit
import OTPCore
import Shell

/// `totp yubikey code`: prints one credential's code, or all that can be had without touching the key.
enum CodeCommand {
  static let query = Positional("query", "Issuer, account, issuer:account, or a part").optional
  static let noNewline = Flag("no-newline", short: "n", "Print no newline after the code")

  static let command = Command<World>(
    "code",
    "Print codes of a key",
    arguments: [query, noNewline, CardArguments.json],
    details: """
      With a query, standard output gets the code and a newline, and nothing else. A credential that \
      counts moves on, and one that wants a touch is waited for. Without a query all credentials are \
      listed with their codes, and none counts or wants a touch.
      """,
    examples: [Example("Copy a code", "totp yubikey code github | wl-copy")]
  ) { parsed, world in
    try KeySession.run(parsed, world) { card in
      let time = world.clock.now()
      let codes = try card.session.codes(at: time)
      guard let query = parsed(query) else {
        if parsed(CardArguments.json) {
          let documents = codes.map { JSON.object(CredentialText.members($0, at: time)) }
          try JSON.array(documents).write(to: world.output)
        } else {
          try world.output.write(CredentialText.codes(codes))
        }
        return
      }
      let chosen = try choose(query, among: codes)
      let code = try code(of: chosen, at: time, &card.session, world)
      if parsed(CardArguments.json) {
        let known = CredentialCode(
          credential: chosen.credential,
          digits: chosen.digits,
          touch: chosen.touch,
          state: .code(code)
        )
        try JSON.object(CredentialText.members(known, at: time)).write(to: world.output)
      } else {
        try world.output.write(code.text + (parsed(noNewline) ? "" : "\n"))
      }
    }
    return .done
  }

  private static func code(
    of chosen: CredentialCode,
    at time: UnixTime,
    _ session: inout OATHSession,
    _ world: World
  ) throws -> Code {
    switch chosen.state {
    case .code(let code): return code
    case .touchRequired: world.note("touch your YubiKey")
    // The card does not tell which of these want a touch too.
    case .counterBased: world.note("touch your YubiKey if it blinks")
    }
    return try session.code(of: chosen.credential, at: time)
  }

  /// The first level that has a match decides, as with tokens in the vault.
  private static func choose(
    _ text: String,
    among codes: [CredentialCode]
  ) throws -> CredentialCode {
    let query = TokenQuery(text)
    var best: TokenQuery.Rank?
    var matches: [CredentialCode] = []
    for code in codes {
      guard let rank = rank(query, code.credential), best.map({ rank <= $0 }) ?? true else {
        continue
      }
      if rank != best { matches.removeAll() }
      best = rank
      matches.append(code)
    }
    guard let first = matches.first else {
      throw ShellError.noMatch(query: text, suggestions: [])
    }
    guard matches.count == 1 else {
      throw ShellError.severalMatches(
        query: text,
        labels: matches.map(\.credential.label.text)
      )
    }
    return first
  }

  private static func rank(_ query: TokenQuery, _ credential: Credential) -> TokenQuery.Rank? {
    Array(query.text.utf8) == credential.id ? .exact : query.rank(id: "", label: credential.label)
  }
}
