// SPDX-License-Identifier: MIT
import CommandLineKit
import Shell
import Vault

/// `totp lock`: ends what `totp unlock` began.
enum LockCommand {
  static let all = Flag("all", "Every vault that is unlocked, whichever file it is in")

  static let command = Command<World>(
    "lock",
    "Lock the vault, so that it asks again",
    arguments: [all]
  ) { parsed, world in
    if parsed(all) {
      let count = try world.keyring.forgetAll()
      try world.output.write("locked \(count) \(count == 1 ? "vault" : "vaults")\n")
      return .done
    }
    let session = try VaultSession(parsed, world)
    let path = DisplayText.escaped(session.file.path)
    let wasUnlocked = try session.lock()
    try world.output.write(wasUnlocked ? "locked \(path)\n" : "\(path) was locked already\n")
    return .done
  }
}
