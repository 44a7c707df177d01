// SPDX-License-Identifier: MIT
package import CommandLineKit
import OTPCore

/// The options that every command takes.
package enum GlobalArguments {
  /// `--vault F`.
  package static let vault = Option(
    "vault",
    value: "FILE",
    "The vault, instead of the usual one",
    as: Conversion(completion: .file) { (text) throws(ArgumentError) in
      guard !text.isEmpty else { throw ArgumentError(expected: "a file's name") }
      return text
    }
  )

  /// `--passphrase-fd N`.
  package static let passphraseDescriptor = Option(
    "passphrase-fd",
    value: "N",
    "Read the passphrase from an open descriptor"
  ) { (text) throws(ArgumentError) in
    guard let number = Int32(decimal: text) else {
      throw ArgumentError(expected: "the number of an open file descriptor")
    }
    return number
  }

  /// `--passphrase-file F`.
  package static let passphraseFile = Option(
    "passphrase-file",
    value: "FILE",
    "Read the passphrase from a file",
    as: .file
  )

  /// `--passphrase-command C`.
  package static let passphraseCommand = Option(
    "passphrase-command",
    value: "COMMAND",
    "Read the passphrase from a shell command"
  )

  /// `--key-file F`.
  package static let keyFile = Option(
    "key-file",
    value: "FILE",
    "Open the vault with a key file",
    as: .file
  )

  /// All of them, as help lists them.
  package static let all: [any Argument] = [
    vault, passphraseDescriptor, passphraseFile, passphraseCommand, keyFile,
  ]

  /// Finds where the passphrase comes from, when nobody is to be asked.
  ///
  /// - Parameters:
  ///   - parsed: the options, which go first.
  ///   - environment: `TOTP_PASSPHRASE_FILE` and `TOTP_PASSPHRASE_COMMAND`.
  /// - Returns: the source, or `nil` when there is none.
  package static func passphraseSource(
    _ parsed: Parsed,
    _ environment: Environment
  ) -> PassphraseSource? {
    if let descriptor = parsed(passphraseDescriptor) { return .descriptor(descriptor) }
    if let path = parsed(passphraseFile) { return .file(path) }
    if let command = parsed(passphraseCommand) { return .command(command) }
    if let path = environment["TOTP_PASSPHRASE_FILE"] { return .file(path) }
    return environment["TOTP_PASSPHRASE_COMMAND"].map { .command($0) }
  }

  /// Finds the key file that opens the vault instead of a passphrase.
  ///
  /// - Parameters:
  ///   - parsed: the options; one that gives a passphrase goes first.
  ///   - environment: `TOTP_KEY_FILE`, which gives way to the variables for passphrases.
  /// - Returns: its path, or `nil` when there is none.
  package static func keyFile(_ parsed: Parsed, _ environment: Environment) -> String? {
    let isPassphraseGiven =
      parsed(passphraseDescriptor) != nil || parsed(passphraseFile) != nil
      || parsed(passphraseCommand) != nil
    if isPassphraseGiven { return nil }
    if let path = parsed(keyFile) { return path }
    return passphraseSource(parsed, environment) == nil ? environment["TOTP_KEY_FILE"] : nil
  }
}
