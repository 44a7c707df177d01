// SPDX-License-Identifier: MIT
import CommandLineKit
import Shell

/// All commands of `totp yubikey`.
enum Root {
  static let command = Command<World>(
    "totp yubikey",
    "Print the codes of a YubiKey",
    globalArguments: CardArguments.all,
    details: """
      The credentials stay on the key, which never gives a secret away. Any other card with Yubico's \
      OATH application will do, in any reader, also by NFC. A query is an issuer, an account, \
      issuer:account, or a part; case does not matter.
      """,
    sections: [CommandSection("Commands", [ListCommand.command, CodeCommand.command, .help])]
  )
}
