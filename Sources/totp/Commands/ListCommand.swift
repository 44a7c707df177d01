// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Shell
import Vault

/// `totp list`: lists tokens, without secrets and codes.
enum ListCommand {
  static let query = Positional.optional("query", "Only what matches")
  static let tag = Option<String>.repeating("tag", value: "TAG", "Only tokens with this tag")

  static let command = Command<World>(
    "list", "List tokens, without secrets and codes",
    arguments: [query, tag, TokenArguments.json],
    examples: ["totp list", "totp list --json --tag work"]
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
