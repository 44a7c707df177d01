// SPDX-License-Identifier: MIT
import CLinux
package import CommandLineKit
import OTPCore
import Vault

/// An error in words: what went wrong, what to do next, and the exit status.
package struct Failure: Equatable, Sendable {
  /// The exit status.
  package var status: ExitCode

  /// One line: lower case, no full stop, the thing first.
  package var message: String

  /// What to choose from, a line each.
  package var candidates: [String]

  /// What to type or do next; mostly one line, or none.
  package var hints: [String]

  /// Makes a failure.
  ///
  /// - Parameters:
  ///   - status: the exit status.
  ///   - message: what went wrong.
  ///   - candidates: what to choose from.
  ///   - hints: what to do next.
  package init(
    _ status: ExitCode,
    _ message: String,
    candidates: [String] = [],
    hints: [String] = []
  ) {
    self.status = status
    self.message = message
    self.candidates = candidates
    self.hints = hints
  }

  /// The same failure, of a named thing.
  ///
  /// - Parameter subject: the file, line or token that it is about.
  /// - Returns: the failure with the subject in front.
  package func of(_ subject: String) -> Failure {
    Failure(status, "\(subject): \(message)", candidates: candidates, hints: hints)
  }

  /// What the system calls an error number.
  ///
  /// - Parameter number: from `errno`.
  /// - Returns: the system's words, in English, with a lower-case first letter.
  ///
  /// strerrordesc_np(3), which knows no locale
  package static func words(forErrorNumber number: Int32) -> String {
    guard let words = unsafe strerrordesc_np(number) else { return "error \(number)" }
    // The string is a constant of the C library.
    let text = unsafe String(cString: words)
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

/// An error that brings its own words.
package protocol DescribedError: Error {
  /// The error in words.
  var failure: Failure { get }
}

/// An error, and the file, line or token that it is about.
package struct LocatedError: DescribedError {
  private let subject: String
  private let cause: any Error

  /// Makes a located error.
  ///
  /// - Parameters:
  ///   - subject: the thing; never a secret.
  ///   - cause: what is wrong with it.
  package init(_ subject: String, _ cause: any Error) {
    self.subject = subject
    self.cause = cause
  }

  /// The cause in words, with the subject in front.
  package var failure: Failure { Failure(describing: cause).of(subject) }
}

extension Failure {
  /// Puts any error of the libraries or of a command into words.
  ///
  /// - Parameter error: what went wrong.
  package init(describing error: any Error) {
    switch error {
    case let error as any DescribedError: self = error.failure
    case let error as UsageError: self.init(.usage, error.message, hints: [error.hint])
    case let error as ShellError: self.init(error)
    case let error as VaultError: self.init(error)
    case let error as OTPError: self.init(error)
    case let error as WorkerError: self.init(error)
    // Every error that is thrown has its words above; this line is for one that was forgotten.
    default: self.init(.failed, "unexpected error (\(type(of: error)))")
    }
  }
}
