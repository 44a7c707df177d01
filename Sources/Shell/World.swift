// SPDX-License-Identifier: MIT
package import Secrets
import Vault

/// Everything outside of the program that a command touches.
package struct World: Sendable {
  /// What messages begin with: the command that the person typed.
  package var programName: String
  /// Tells the time.
  package var clock: any WallClock
  /// Gives random bytes.
  package var randomness: any Randomness
  /// The person, if there is one.
  package var terminal: any Terminal
  /// Where vault keys lie for a while.
  package var keyring: any Keyring
  /// The way to files and the standard input.
  package var input: Input
  /// Where the answer goes, and nothing else.
  package var output: any Output
  /// Where warnings and errors go.
  package var messages: any Output
  /// The environment variables.
  package var environment: Environment
  /// The folder of the helpers and external commands, or `nil` when it can't be told.
  package var libexec: String? { findLibexec() }
  private let findLibexec: @Sendable () -> String?

  /// Makes a world.
  ///
  /// - Parameters:
  ///   - programName: what messages begin with.
  ///   - clock: tells the time.
  ///   - randomness: gives random bytes.
  ///   - terminal: the person, if there is one.
  ///   - keyring: where vault keys lie for a while.
  ///   - input: the way to files and the standard input.
  ///   - output: where the answer goes.
  ///   - messages: where warnings and errors go.
  ///   - environment: the environment variables.
  ///   - libexec: the folder of the helpers, looked for when it is asked for.
  package init(
    programName: String,
    clock: any WallClock,
    randomness: any Randomness,
    terminal: any Terminal,
    keyring: any Keyring,
    input: Input,
    output: any Output,
    messages: any Output,
    environment: Environment,
    libexec: @autoclosure @escaping @Sendable () -> String?
  ) {
    self.programName = programName
    self.clock = clock
    self.randomness = randomness
    self.terminal = terminal
    self.keyring = keyring
    self.input = input
    self.output = output
    self.messages = messages
    self.environment = environment
    findLibexec = libexec
  }

  /// The world that a process finds itself in.
  ///
  /// - Parameter programName: what messages begin with.
  /// - Returns: the system's clock, randomness, terminal, streams and environment.
  package static func process(programName: String) -> World {
    let environment = Environment.current
    return World(
      programName: programName,
      clock: SystemClock(),
      randomness: SystemRandomness(),
      terminal: ControllingTerminal(),
      keyring: KernelKeyring(),
      input: Input(),
      output: DescriptorOutput.standardOutput,
      messages: DescriptorOutput.standardError,
      environment: environment,
      libexec: Helpers.folder(environment)
    )
  }

  /// Tells the person something that is no error, on one line of standard error.
  ///
  /// - Parameter text: what to tell.
  package func note(_ text: String) {
    // A message that can't be shown must not stop the work.
    try? messages.write("\(programName): note: \(DisplayText.escaped(text))\n")
  }
}
