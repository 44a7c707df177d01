// SPDX-License-Identifier: MIT
import Glibc
import Shell

/// The program: wires the process into a world and ends with a status.
@main
enum Main {
  static func main() {
    Hardening.apply()
    let world = World.process(programName: "totp")
    let program = Program(
      Root.command,
      version: Release.version,
      in: world,
      describe: SecretArgumentError.failure(for:)
    )
    exit(
      program.run(try ProcessArguments.read()) { path, arguments in
        Child.become(path, arguments: arguments)
      }
    )
  }
}
