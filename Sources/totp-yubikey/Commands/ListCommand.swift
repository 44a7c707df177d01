// SPDX-License-Identifier: MIT
import Card
import CommandLineKit
import Shell

/// `totp yubikey list`: lists the credentials on a key, without codes.
enum ListCommand {
  static let command = Command<World>(
    "list",
    "List the credentials on a key",
    arguments: [CardArguments.json],
    examples: [Example("For a program", "totp yubikey list --json")]
  ) { parsed, world in
    try KeySession.run(parsed, world) { card in
      let codes = try card.session.codes(at: world.clock.now())
      if parsed(CardArguments.json) {
        try json(card.description, card.session.version, codes).write(to: world.output)
      } else {
        try world.output.write(CredentialText.list(codes))
      }
    }
    return .done
  }

  private static func json(
    _ card: CardDescription,
    _ version: [UInt8],
    _ codes: [CredentialCode]
  ) -> JSON {
    var credentials: [JSON] = []
    for code in codes { credentials.append(.object(CredentialText.members(code))) }
    return .object([
      ("serial", card.serial.map { .integer(Int64($0)) }),
      ("version", .string(version.map(String.init).joined(separator: "."))),
      ("reader", .string(card.reader)),
      ("credentials", .array(credentials)),
    ])
  }
}
