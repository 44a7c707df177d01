// SPDX-License-Identifier: MIT
import CommandLineKit
import Shell

/// All commands of `totp`.
enum Root {
  static let command = Command<World>(
    "totp",
    "Keep one-time passwords, and print them",
    globalArguments: GlobalArguments.all,
    details: """
      A query is an issuer, an account, issuer:account, an id, or a part; case does not matter. \
      Exit status: 0 done, 1 failed, 2 usage or no token, 3 no match, 4 several match, 5 locked, \
      6 vault unreadable, 7 no QR code, 8 no card, 9 the card refused.
      """,
    sections: [
      CommandSection(
        "Tokens",
        [
          AddCommand.command, CodeCommand.command, ListCommand.command, ShowCommand.command,
          EditCommand.command, RemoveCommand.command, VerifyCommand.command,
        ]
      ),
      CommandSection("Pictures and URIs", [ScanCommand.command, URICommand.command]),
      CommandSection("Other apps", [ImportCommand.command, ExportCommand.command]),
      CommandSection("The vault", [VaultCommand.command]),
      CommandSection("More", [.help]),
    ]
  )
}
