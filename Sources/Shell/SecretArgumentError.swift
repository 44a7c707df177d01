// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore

/// A secret among the arguments.
package struct SecretArgumentError: DescribedError {
  /// Looks for URIs that hold tokens among the words of a command line, whatever they are there for.
  ///
  /// - Parameter words: the command line.
  /// - Throws: the error, which does not repeat the word.
  package static func check(_ words: [String]) throws(SecretArgumentError) {
    for word in words {
      let bytes = Array(word.utf8)
      // `--option=VALUE` holds one behind the equals sign.
      let value = bytes.firstIndex(of: UInt8(ascii: "=")).map { $0 + 1 } ?? 0
      let isOption = word.utf8.starts(with: "--".utf8)
      if TokenURI(bytes.span) != nil
        || isOption && TokenURI(bytes.span.extracting(value..<bytes.count)) != nil
      {
        throw SecretArgumentError()
      }
    }
  }

  /// Recognises what may be a secret that was given to `totp add` as one more argument.
  ///
  /// - Parameter error: what parsing threw.
  /// - Returns: the error in words, or `nil` for another mistake.
  package static func failure(for error: any Error) -> Failure? {
    guard let error = error as? UsageError, error.command == "totp add",
      case .unexpectedArgument = error.cause
    else { return nil }
    return SecretArgumentError().failure
  }

  /// The error in words.
  package var failure: Failure {
    Failure(
      .usage,
      "a secret on the command line is not taken: other users can see it, and the shell's history "
        + "keeps it",
      hints: [
        "totp add NAME asks for it, or reads it from a pipe; totp add --uri - reads URIs",
        "a name is one word: issuer:account",
      ]
    )
  }
}
