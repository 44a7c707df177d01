// SPDX-License-Identifier: MIT
import Glibc
import Shell

/// `totp yubikey …`: the credentials on a YubiKey.
@main
enum Main {
  static func main() {
    Hardening.apply()
    let world = World.process(programName: "totp")
    let program = Program(
      Root.command,
      version: Release.version,
      in: world,
      describe: Failure.describing(card:)
    )
    exit(program.run(try ProcessArguments.read()))
  }
}
