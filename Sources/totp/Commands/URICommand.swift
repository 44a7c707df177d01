// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Shell
import Vault

/// `totp uri`: prints a token as an `otpauth://` URI, which holds its secret.
enum URICommand {
  static let command = Command<World>(
    "uri",
    "Print a token's otpauth:// URI, secret and all",
    arguments: [TokenArguments.query],
    details: "What it prints is the token: whoever has it can make its codes.",
    examples: [Example("Draw it for a phone", "totp uri github | qrencode -t ANSIUTF8")]
  ) { parsed, world in
    let session = try VaultSession(parsed, world)
    let record = try session.record(matching: parsed(TokenArguments.query))
    try world.output.write(record.token.uri())
    try world.output.write("\n")
    return .done
  }
}
