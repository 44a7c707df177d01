// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Shell
import Vault

/// `totp unlock`: opens the vault for a while.
enum UnlockCommand {
  static let period = Option(
    "for",
    value: "TIME",
    "90s, 15m, 8h, 1d or until-logout",
    as: .expecting(UnlockPeriod.expected, UnlockPeriod.init(text:))
  )

  static let command = Command<World>(
    "unlock",
    "Open the vault for a while: 15 minutes",
    arguments: [period],
    details: """
      The vault's key goes into the kernel's keyring, where all of your programs find it and no other \
      user's; it goes away after the time, at totp lock and at a restart. The passphrase is asked for \
      also when the vault is unlocked, and the time begins anew.
      """,
    examples: [Example("For a day's work", "totp unlock --for 8h")]
  ) { parsed, world in
    let session = try VaultSession(parsed, world, usesKeyring: false)
    let period = parsed(period) ?? .usual
    let end = try session.unlock(for: period)
    let path = DisplayText.escaped(session.file.path)
    if case .seconds(let seconds) = period, let end {
      let words = UnlockPeriod.words(forSeconds: seconds)
      try world.output.write("unlocked \(path) for \(words), until \(end.iso8601)\n")
    } else {
      try world.output.write("unlocked \(path) until totp lock, or a restart\n")
      // Since Linux 5.3 a user's keyring outlives the user's last process.
      world.note("a logout locks it where it runs \"totp lock --all\", as from ~/.bash_logout")
    }
    return .done
  }
}
