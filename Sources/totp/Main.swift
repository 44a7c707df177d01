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
    let words = Result { try ProcessArguments.read() }
    let program = Program(
      Root.tree(for: (try? words.get()) ?? []),
      version: Release.version,
      in: world,
      describe: SecretArgumentError.failure(for:)
    )
    exit(
      program.run(try words.get()) { path, arguments in
        Child.become(path, arguments: arguments)
      }
    )
  }
}
