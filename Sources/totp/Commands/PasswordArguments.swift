// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Secrets
import Shell

/// Where the password of another app's file comes from.
enum PasswordArguments {
  static let descriptor = Option(
    "password-fd",
    value: "N",
    "Read the backup's password from an open descriptor"
  ) { (text) throws(ArgumentError) in
    guard let number = Int32(text), number >= 0 else {
      throw ArgumentError(expected: "the number of an open file descriptor")
    }
    return number
  }
  static let file = Option(
    "password-file",
    value: "FILE",
    "Read the backup's password from a file",
    as: .file
  )
  static let command = Option(
    "password-command",
    value: "COMMAND",
    "Read the backup's password from a shell command"
  )

  /// Reads the password where it is to come from, if that was said.
  ///
  /// - Parameter parsed: the options.
  /// - Returns: the first line, or `nil` when nothing was said.
  /// - Throws: ``ShellError``.
  static func given(_ parsed: Parsed) throws(ShellError) -> Secret? {
    let source: PassphraseSource
    if let number = parsed(descriptor) {
      source = .descriptor(number)
    } else if let path = parsed(file) {
      source = .file(path)
    } else if let text = parsed(command) {
      source = .command(text)
    } else {
      return nil
    }
    return Secret(try source.read())
  }
}

/// A backup that the worker did not read or write.
struct BackupError: DescribedError {
  let refusal: BackupRefusal

  /// The refusal in words.
  var failure: Failure {
    let status: ExitCode =
      switch refusal.cause {
      case .passwordNeeded, .wrongPassword: .locked
      case .picture: .noCode
      case .unreadable: .usage
      }
    var hints = refusal.hint.isEmpty ? [] : [refusal.hint]
    if refusal.cause == .passwordNeeded {
      hints.append("--password-file, --password-fd or --password-command gives its password")
    }
    return Failure(status, refusal.message, hints: hints)
  }
}

/// What the worker could not do about a backup, in words about backups.
struct BackupWorkerError: DescribedError {
  let cause: WorkerError

  /// The error in words.
  var failure: Failure {
    switch cause {
    case .crashed(let signal):
      Failure(
        .failed,
        "the reader of backups crashed (signal \(signal))",
        hints: ["nothing was added; the vault is as it was"]
      )
    case .outOfTime: Failure(.failed, "the reader of backups took too long and was stopped")
    case .notInstalled(let path):
      Failure(
        .failed,
        "backups cannot be read: there is no \(path)",
        hints: ["\"make install\" puts totp-worker there; TOTP_LIBEXEC names another folder"]
      )
    default: Failure(cause)
    }
  }
}
