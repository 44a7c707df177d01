// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Shell
import Vault

/// `totp edit`: changes what the options name, and nothing else.
enum EditCommand {
  static let tag = Option("tag", value: "TAG", "Add a tag", as: TokenArguments.tag).repeating
  static let untag = Option("untag", value: "TAG", "Take a tag away").repeating

  static let command = Command<World>(
    "edit",
    "Change a token",
    arguments: [
      TokenArguments.query, TokenArguments.issuer, TokenArguments.account,
      TokenArguments.algorithm, TokenArguments.digits, TokenArguments.period,
      TokenArguments.counter, tag, untag, TokenArguments.note,
    ],
    details: "Only what the options name is changed; an empty text takes a text away.",
    examples: [
      Example("Catch up with the site", "totp edit bank --counter 120"),
      Example("Give it a name and a tag", "totp edit github --issuer GitHub --tag work"),
    ]
  ) { parsed, world in
    guard isAnythingGiven(parsed) else {
      throw CommandError(
        "there is nothing to change",
        hints: ["totp edit --help lists what can be"]
      )
    }
    let session = try VaultSession(parsed, world)
    let query = parsed(TokenArguments.query)
    let label = try session.update { vault in
      let record = try vault.record(matching: query)
      var token = record.token
      try apply(parsed, to: &token)
      guard !token.label.isBlank else { throw CommandError("the token would have no name") }
      try vault.update(record.id, to: token, at: world.clock.now())
      return token.label
    }
    try world.output.write("changed \(DisplayText.escaped(label.text))\n")
    return .done
  }

  private static func isAnythingGiven(_ parsed: Parsed) -> Bool {
    parsed(TokenArguments.issuer) != nil || parsed(TokenArguments.account) != nil
      || parsed(TokenArguments.note) != nil || !parsed(tag).isEmpty || !parsed(untag).isEmpty
      || GeneratorOptions(parsed).firstGiven != nil
  }

  private static func apply(_ parsed: Parsed, to token: inout Token) throws {
    if let issuer = parsed(TokenArguments.issuer) { token.label.issuer = issuer }
    if let account = parsed(TokenArguments.account) { token.label.account = account }
    if let note = parsed(TokenArguments.note) { token.note = note }
    for added in parsed(tag) where !token.tags.contains(added) { token.tags.append(added) }
    for removed in parsed(untag) { token.tags.removeAll { $0 == removed } }
    token.generator = try GeneratorOptions(parsed).applied(to: token.generator)
  }
}
