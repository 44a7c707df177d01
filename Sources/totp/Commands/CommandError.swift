// SPDX-License-Identifier: MIT
import CommandLineKit
import Shell

/// Arguments that are each right and together make no sense.
struct CommandError: DescribedError {
  let failure: Failure

  init(_ message: String, hints: [String] = []) {
    failure = Failure(.usage, message, hints: hints)
  }
}

/// A secret among the arguments.
struct SecretArgumentError: DescribedError {
  /// Recognises a secret that was given to `totp add` as one more argument.
  ///
  /// - Parameter error: what parsing threw.
  /// - Returns: the error in words, or `nil` for another mistake.
  static func failure(for error: any Error) -> Failure? {
    guard let error = error as? UsageError, error.command == "totp add",
      case .unexpectedArgument = error.cause
    else { return nil }
    return SecretArgumentError().failure
  }

  /// The error in words, which don't repeat it.
  var failure: Failure {
    Failure(
      .usage,
      "a secret on the command line is not taken: other users can see it, and the shell's history "
        + "keeps it",
      hints: ["totp add NAME asks for it, or reads it from a pipe; totp add --uri - reads URIs"]
    )
  }
}

/// A picture whose codes are no tokens.
struct NoTokenError: DescribedError {
  let picture: String
  let kinds: [String]

  /// The error in words.
  var failure: Failure {
    Failure(
      .noCode,
      "no token in \(picture): it says \(kinds.joined(separator: " and "))",
      hints: ["totp scan prints what it says"]
    )
  }
}

/// A picture whose code is a token's URI, and a bad one.
struct UnreadableTokenError: DescribedError {
  let cause: any Error

  /// The error in words.
  var failure: Failure {
    var failure = Failure(describing: cause)
    failure.status = .noCode
    return failure
  }
}

/// Several tokens in one picture, and nobody to ask.
struct SeveralTokensError: DescribedError {
  let picture: String
  let labels: [String]

  /// The error in words.
  var failure: Failure {
    Failure(
      .usage,
      "there are \(labels.count) tokens in \(picture)",
      candidates: labels,
      hints: ["--all adds them all"]
    )
  }
}

/// A code that was made, counted and not printed.
struct CounterUsedError: DescribedError {
  let label: String
  let counter: UInt64
  let cause: any Error

  /// The error in words.
  var failure: Failure {
    var failure = Failure(describing: cause)
    failure.hints.append("the counter of \(label) has moved on: code \(counter) is used up")
    return failure
  }
}
