// SPDX-License-Identifier: MIT
import CommandLineKit
import Shell

/// All commands of `totp`.
enum Root {
  /// The commands, as far as a command line needs them.
  ///
  /// Making all of them takes about as long as opening the vault and printing a code.
  ///
  /// - Parameter words: the command line without the program's name.
  /// - Returns: the root, with one command alone when the line begins with that one's name.
  static func tree(for words: [String]) -> Command<World> {
    guard words.first == CodeCommand.name else { return command }
    return root([CommandSection("Tokens", [CodeCommand.command])])
  }

  static let command: Command<World> = root(
    [
      CommandSection(
        "Tokens",
        [
          AddCommand.command, CodeCommand.command, ListCommand.command, ShowCommand.command,
          EditCommand.command, RemoveCommand.command, VerifyCommand.command,
        ]
      ),
      CommandSection(
        "Pictures and URIs",
        [ScanCommand.command, QRCommand.command, URICommand.command]
      ),
      CommandSection("Other apps", [ImportCommand.command, ExportCommand.command]),
      CommandSection(
        "The vault",
        [VaultCommand.command, UnlockCommand.command, LockCommand.command]
      ),
      CommandSection(
        "More",
        [
          CompletionsCommand.command(of: "totp", root: { command }) { parsed, world in
            (try? VaultSession(parsed, world))?.unlockedLabels() ?? []
          },
          DoctorCommand.command, ClearClipboardCommand.command,
          ManualCommand.command({ Manual.facts }, root: { command }), .help,
        ]
      ),
    ]
  )

  private static func root(_ sections: [CommandSection<World>]) -> Command<World> {
    Command(
      "totp",
      "Keep one-time passwords, and print them",
      globalArguments: GlobalArguments.all,
      details: """
        A query is an issuer, an account, issuer:account, an id, or a part; case does not matter. \
        Exit status: 0 done, 1 failed, 2 usage or no token, 3 no match, 4 several match, 5 locked, \
        6 vault unreadable, 7 no QR code, 8 no card, 9 the card refused.
        """,
      sections: sections
    )
  }
}
