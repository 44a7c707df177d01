// SPDX-License-Identifier: MIT

/// What is wrong with a command line.
///
/// Values are never repeated: a secret may have slipped in. Names of commands and options are, up
/// to an equals sign.
package struct UsageError: Error, Equatable, Sendable {
  /// What kind of mistake it is.
  package enum Cause: Equatable, Sendable {
    /// A word that is no command, and the nearest one that is.
    case unknownCommand(String, suggestion: String?)
    /// A group of commands without one of them.
    case missingCommand
    /// An option that the command does not take, and the nearest one that it does.
    case unknownOption(String, suggestion: String?)
    /// An option without its value.
    case missingValue(String)
    /// A flag with a value.
    case unexpectedValue(String)
    /// An option that comes more often than once.
    case repeated(String)
    /// A value that can't be one, and what is expected.
    case invalidValue(String, expected: String)
    /// An argument that has to be there.
    case missingArgument(String)
    /// More positional arguments than there are; the place of the first one too many, from 1.
    case surplusArgument(position: Int, hint: String?)
  }

  /// What kind of mistake it is.
  package let cause: Cause

  /// The names of the command and those above it, as far as they were understood.
  package let path: [String]

  init(_ cause: Cause, _ path: [String]) {
    self.cause = cause
    self.path = path
  }

  /// One line: lower case, no full stop, the thing first.
  package var message: String {
    switch cause {
    case .unknownCommand(let name, _): "unknown command \"\(name)\""
    case .missingCommand: "\(path.joined(separator: " ")) wants a command"
    case .unknownOption(let name, _): "unknown option \(name)"
    case .missingValue(let name): "\(name) wants a value"
    case .unexpectedValue(let name): "\(name) takes no value"
    case .repeated(let name): "\(name) is given more than once"
    case .invalidValue(let name, let expected): "\(name) wants \(expected)"
    case .missingArgument(let name): "\(path.joined(separator: " ")) wants \(name)"
    case .surplusArgument(let position, _):
      "argument \(position) is one too many for \(path.joined(separator: " "))"
    }
  }

  /// What to type instead.
  package var hint: String {
    switch cause {
    case .unknownCommand(_, let suggestion?), .unknownOption(_, let suggestion?):
      "did you mean \(suggestion.hasPrefix("-") ? suggestion : "\"\(suggestion)\"")?"
    case .surplusArgument(_, let hint?): hint
    default: "\(path.joined(separator: " ")) --help tells more"
    }
  }
}
