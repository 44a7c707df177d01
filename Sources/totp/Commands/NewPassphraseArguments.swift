// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Secrets
import Shell
import Vault

/// Where a passphrase that is to be set comes from.
enum NewPassphraseArguments {
  static let newFile = Option(
    "new-passphrase-file",
    value: "FILE",
    "Read the new passphrase from a file",
    as: .file
  )
  static let newDescriptor = Option(
    "new-passphrase-fd",
    value: "N",
    "Read the new passphrase from an open descriptor"
  ) { (text) throws(ArgumentError) in
    guard let number = Int32(decimal: text) else {
      throw ArgumentError(expected: "the number of an open file descriptor")
    }
    return number
  }
  static let newCommand = Option(
    "new-passphrase-command",
    value: "COMMAND",
    "Read the new passphrase from a shell command"
  )

  static let all: [any Argument] = [newDescriptor, newFile, newCommand]

  /// Finds the source that was given, or `nil` for the terminal.
  static func source(_ parsed: Parsed) -> PassphraseSource? {
    if let descriptor = parsed(newDescriptor) { return .descriptor(descriptor) }
    if let path = parsed(newFile) { return .file(path) }
    return parsed(newCommand).map { .command($0) }
  }

  /// Reads it: from its source once, on the terminal twice.
  ///
  /// - Parameters:
  ///   - parsed: the command line.
  ///   - session: whose vault it is for.
  ///   - world: the terminal.
  /// - Returns: the passphrase, of one byte at least.
  /// - Throws: ``ShellError``.
  static func read(
    _ parsed: Parsed,
    _ session: VaultSession,
    _ world: World
  ) throws(ShellError) -> SecretBytes {
    try NewPassphrase.read(
      source: source(parsed),
      options: "--new-passphrase-file F, --new-passphrase-fd N and --new-passphrase-command C",
      subject: session.file.path,
      world.terminal
    )
  }
}
