// SPDX-License-Identifier: MIT
import CommandLineKit
import Shell

/// The options that every command takes.
enum CardArguments {
  static let device = Option(
    "device",
    value: "SERIAL",
    "The key of this serial number",
    as: .integer(in: UInt32.min...UInt32.max)
  )
  static let reader = Option(
    "reader",
    value: "NAME",
    "The reader that has this in its name"
  )
  static let passwordDescriptor = Option(
    "password-fd",
    value: "N",
    "Read the key's password from an open descriptor",
    as: .integer(in: Int32(0)...Int32.max)
  )
  static let passwordFile = Option(
    "password-file",
    value: "FILE",
    "Read the key's password from a file",
    as: .file
  )
  static let passwordCommand = Option(
    "password-command",
    value: "COMMAND",
    "Read the key's password from a shell command"
  )
  static let json = Flag("json", "Print one JSON document")

  static let all: [any Argument] = [
    device, reader, passwordDescriptor, passwordFile, passwordCommand,
  ]

  /// Finds where the password comes from, when nobody is to be asked.
  static func passwordSource(_ parsed: Parsed) -> PassphraseSource? {
    if let descriptor = parsed(passwordDescriptor) { return .descriptor(descriptor) }
    if let path = parsed(passwordFile) { return .file(path) }
    return parsed(passwordCommand).map { .command($0) }
  }
}
