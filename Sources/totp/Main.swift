// SPDX-License-Identifier: MIT
import Glibc
import Shell

/// The program: wires the process into a world and ends with a status.
@main
enum Main {
  static func main() {
    Hardening.apply()
    Memory.keepFreed()
    let world = World.process(programName: "totp")
    let words = Array(CommandLine.arguments.dropFirst())
    let program = Program(
      Root.command(for: words),
      version: Release.version,
      in: world,
      describe: SecretArgumentError.failure(for:)
    )
    exit(
      program.run(words) { path, arguments in
        Child.become(path, arguments: arguments)
      }
    )
  }
}
