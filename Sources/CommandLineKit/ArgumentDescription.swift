// SPDX-License-Identifier: MIT

/// Describes one argument as plain data.
///
/// The parser, the help text and every other page made from a command tree read this and nothing
/// else, so that they cannot disagree.
package struct ArgumentDescription: Equatable, Sendable {
  /// Tells how an argument is written on the command line.
  package enum Kind: Equatable, Sendable {
    /// A word known by its place: `QUERY`.
    case positional
    /// A name followed by a value: `--at TIME`, `--at=TIME`, `-t TIME`, `-tTIME`.
    case option
    /// A name alone: `--json`.
    case flag
  }

  /// How it is written.
  package var kind: Kind
  /// The long name without dashes, in lower-case kebab form; for a positional, the word for it.
  package var name: String
  /// The one-letter name without its dash.
  package var short: Character?
  /// What stands for the value in help, such as `TIME`; nil for a flag.
  package var valueName: String?
  /// One line on what it is, without a full stop.
  package var summary: String
  /// What a shell may offer for the value.
  package var completion = Completion.none
  /// Whether the command fails without it.
  package var isRequired = false
  /// Whether it may be given more than once.
  package var isRepeating = false
  /// Whether its value must never appear in an error.
  package var isSensitive = false

  /// What errors call it, unique within a command: `--at` or `QUERY`.
  package var label: String {
    kind == .positional ? valueName ?? name : "--\(name)"
  }

  /// The argument that every command has: `-h`, `--help`.
  package static let help = Self(
    kind: .flag,
    name: "help",
    short: "h",
    summary: "Show this help"
  )

  /// The argument that a root command has: `--version`.
  package static let version = Self(kind: .flag, name: "version", summary: "Show the version")
}
