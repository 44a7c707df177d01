// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Shell
import Vault

/// `totp list`: lists tokens, without secrets and codes.
enum ListCommand {
  static let query = Positional("query", "Only what matches").completed(by: .tokens).optional
  static let tag = Option("tag", value: "TAG", "Only tokens with this tag").repeating

  static let command = Command<World>(
    "list",
    "List tokens, without secrets and codes",
    arguments: [query, tag, TokenArguments.json],
    examples: [
      Example("All tokens", "totp list"),
      Example("Those with a tag, for a program", "totp list --json --tag work"),
    ]
  ) { parsed, world in
    let session = try VaultSession(parsed, world)
    let tags = parsed(tag)
    var records = try session.records(matching: parsed(query))
    records.removeAll { record in !tags.allSatisfy(record.token.tags.contains) }
    if parsed(TokenArguments.json) {
      var documents: [JSON] = []
      for record in records {
        documents.append(.object(TokenJSON.members(record.token, id: record.id.text)))
      }
      try JSON.array(documents).write(to: world.output)
    } else {
      try world.output.write(TokenTable.text(records))
    }
    return .done
  }
}
