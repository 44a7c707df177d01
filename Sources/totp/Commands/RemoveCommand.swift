// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Shell
import Vault

/// `totp rm`: removes a token for good.
enum RemoveCommand {
  static let command = Command<World>(
    "rm",
    "Remove a token",
    arguments: [TokenArguments.query, TokenArguments.yes],
    details: "On a terminal it asks first; elsewhere it wants --yes.",
    examples: [Example("One of several at a site", "totp rm github:bob")]
  ) { parsed, world in
    let session = try VaultSession(parsed, world)
    let record = try session.record(matching: parsed(TokenArguments.query))
    let label = DisplayText.escaped(record.token.label.text)
    if !parsed(TokenArguments.yes) {
      guard world.terminal.isThere else { throw ShellError.confirmationNeeded("removing a token") }
      guard try world.terminal.confirm("Remove \(label) for good?") else {
        throw ShellError.declined
      }
    }
    try session.update { vault in try vault.remove(record.id, at: world.clock.now()) }
    try world.output.write("removed \(label)\n")
    return .done
  }
}
