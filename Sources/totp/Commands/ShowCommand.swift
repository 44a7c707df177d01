// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Secrets
import Shell
import Vault

/// `totp show`: tells all about one token.
enum ShowCommand {
  static let reveal = Flag("reveal", "Show the secret too")

  static let command = Command<World>(
    "show",
    "Tell all about one token",
    arguments: [TokenArguments.query, reveal, TokenArguments.json],
    examples: [
      Example("All but the secret", "totp show github"),
      Example("All, for a program", "totp show github --reveal --json"),
    ]
  ) { parsed, world in
    let session = try VaultSession(parsed, world)
    let record = try session.record(matching: parsed(TokenArguments.query))
    let secret = parsed(reveal) ? Secret(record.token.secret.withBytes(Base32.encode)) : nil
    if parsed(TokenArguments.json) {
      let members = TokenJSON.members(record.token, id: record.id.text)
      try JSON.object(
        members + [
          ("created", .integer(record.created.seconds)),
          ("modified", .integer(record.modified.seconds)),
          ("secret", secret.map { .secret($0) }),
        ]
      ).write(to: world.output)
    } else {
      try world.output.write(text(record))
      if let secret {
        try world.output.write("secret     ")
        try secret.withBytes { (bytes) throws(ShellError) in try world.output.write(bytes) }
        try world.output.write("\n")
      }
    }
    return .done
  }

  private static func text(_ record: TokenRecord) -> String {
    let token = record.token
    let generator = token.generator
    var rows = [
      ["issuer", DisplayText.escaped(token.label.issuer)],
      ["account", DisplayText.escaped(token.label.account)],
      ["type", generator.typeName],
      ["algorithm", generator.algorithm.rawValue],
      ["digits", "\(generator.codeLength)"],
    ]
    if let period = generator.period { rows.append(["period", "\(period.seconds) s"]) }
    if let counter = generator.counter {
      rows.append(["counter", "\(counter.value)\(counter.isSpent ? " (spent)" : "")"])
    }
    rows += [
      ["tags", DisplayText.escaped(token.tags.joined(separator: ", "))],
      ["note", DisplayText.escaped(token.note)],
      ["strength", "\(token.secret.count * 8) bits"],
      ["created", record.created.iso8601],
      ["modified", record.modified.iso8601],
      ["id", record.id.text],
    ]
    var text = ""
    for row in rows where !row[1].isEmpty {
      text += "\(DisplayText.padded(row[0], to: 11))\(row[1])\n"
    }
    return text
  }
}
