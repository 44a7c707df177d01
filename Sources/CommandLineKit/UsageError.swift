// SPDX-License-Identifier: MIT

/// A command line that cannot be followed.
///
/// It holds no text that could be a secret typed in the wrong place: a value appears only if its
/// argument is not sensitive, a word in the place of a name only if it looks like one.
package struct UsageError: Error, Equatable, Sendable {
  /// Tells what is wrong.
  package enum Cause: Equatable, Sendable {
    /// No such command. `name` is nil if the word does not look like a name.
    case unknownCommand(name: String?, suggestion: String?)
    /// A group was given no command.
    case missingCommand
    /// No such option. `name` has its dashes, and is nil if the word does not look like one;
    /// `position` counts the words after the command from 1.
    case unknownOption(name: String?, position: Int, suggestion: String?)
    /// An option was given no value.
    case missingValue(option: String)
    /// A flag was given a value.
    case unexpectedValue(flag: String)
    /// An argument was given twice.
    case repeated(String)
    /// A positional was left out.
    case missingArgument(String)
    /// There are more words than positionals. `position` counts the words after the command from 1.
    case unexpectedArgument(position: Int)
    /// A value did not convert. `found` is nil if the argument is sensitive.
    case invalidValue(argument: String, expected: String, found: String?)
  }

  /// What is wrong.
  package let cause: Cause
  /// The command that was found, with its groups: `totp vault slot`.
  package let command: String

  init(_ cause: Cause, in command: String) {
    self.cause = cause
    self.command = command
  }

  /// What is wrong on one line, in lower case and without a full stop.
  package var message: String {
    switch cause {
    case .unknownCommand(let name?, _): "unknown command \(quoted(name))"
    case .unknownCommand(nil, _): "unknown command after \(quoted(command))"
    case .missingCommand: "missing command after \(quoted(command))"
    case .unknownOption(let name?, _, _): "unknown option \(name)"
    case .unknownOption(nil, let position, _):
      "unknown option at argument \(position) after \(quoted(command))"
    case .missingValue(let option): "\(option) needs a value"
    case .unexpectedValue(let flag): "\(flag) takes no value"
    case .repeated(let argument): "\(argument) is given twice"
    case .missingArgument(let argument): "missing argument \(argument)"
    case .unexpectedArgument(let position):
      "unexpected argument \(position) after \(quoted(command))"
    case .invalidValue(let argument, let expected, let found?):
      "\(argument) expects \(expected), not \(quoted(found))"
    case .invalidValue(let argument, let expected, nil): "\(argument) expects \(expected)"
    }
  }

  /// What to type next.
  package var hint: String {
    switch cause {
    case .unknownCommand(_, let suggestion?), .unknownOption(_, _, let suggestion?):
      "did you mean \(quoted(suggestion))?"
    default:
      "see \(quoted("\(command) --help"))"
    }
  }
}
