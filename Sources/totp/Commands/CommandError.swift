// SPDX-License-Identifier: MIT
import Shell

/// Arguments that are each right and together make no sense.
struct CommandError: DescribedError {
  let failure: Failure

  init(_ message: String, hints: [String] = []) {
    failure = Failure(.usage, message, hints: hints)
  }

  init(_ failure: Failure) {
    self.failure = failure
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

/// Several tokens where one is mostly meant, and nobody to ask.
struct SeveralTokensError: DescribedError {
  let labels: [String]

  /// The error in words.
  var failure: Failure {
    Failure(
      .usage,
      "there are \(labels.count) tokens to add",
      candidates: labels,
      hints: ["--all adds them all, --only QUERY some of them"]
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
