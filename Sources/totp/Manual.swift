// SPDX-License-Identifier: MIT
import CommandLineKit
import Shell

/// What the manual page of `totp` says besides its commands.
enum Manual {
  static let facts = ManualFacts(
    date: Release.date,
    sections: [
      ManualFacts.Section(
        "ENVIRONMENT",
        [
          ("TOTP_VAULT", "The vault's file, unless --vault names one."),
          ("TOTP_PASSPHRASE_FILE", "A file of mode 0600 whose first line is the passphrase."),
          ("TOTP_PASSPHRASE_COMMAND", "A shell command whose first line is the passphrase."),
          (
            "TOTP_SCREENSHOT_COMMAND",
            "A shell command that prints a picture of the screen, for --screen."
          ),
          ("TOTP_LIBEXEC", "The folder of totp-worker and the external commands."),
          ("XDG_DATA_HOME", "Where totp/vault.totp is; ~/.local/share unless it is set."),
          ("NO_COLOR", "If it is set, nothing is coloured."),
        ]
      ),
      ManualFacts.Section(
        "FILES",
        [
          ("~/.local/share/totp/vault.totp", "The vault; see totp-vault(5)."),
          ("vault.totp.backup-1", "The generation before the present one, and so on to 5."),
          ("vault.totp.lock", "What writers lock; it stays there, and is empty."),
        ]
      ),
      ManualFacts.Section(
        "EXIT STATUS",
        [
          ("0", "Done; verify: the code is right."),
          ("1", "Failed for another reason; verify: the code is wrong."),
          ("2", "Wrong usage, or input that is no token."),
          ("3", "No token matches."),
          ("4", "Several tokens match; they are listed on standard error."),
          ("5", "Locked: the passphrase is missing or wrong."),
          ("6", "The vault is damaged, or a newer version made it."),
          ("7", "There is no QR code to be read, or none with a token."),
          ("8", "There is no card, no reader, or no pcscd."),
          ("9", "The card refused."),
          ("130", "Interrupted."),
        ]
      ),
    ],
    otherPages: [("totp-vault", 5)]
  )
}
