// SPDX-License-Identifier: MIT
package import Secrets

/// The person in front of the program; passed in so that a test can answer.
package protocol Terminal: Sendable {
  /// Whether there is anybody to ask.
  var isThere: Bool { get }

  /// Asks for a secret, which is not shown while it is typed.
  ///
  /// - Parameter prompt: what to show, with its own colon and space.
  /// - Returns: the line without its end.
  /// - Throws: ``ShellError/noTerminal``, ``ShellError/inputEnded``, and failed system calls.
  func readSecret(prompt: String) throws(ShellError) -> SecretBytes

  /// Asks for a line, which is shown while it is typed.
  ///
  /// - Parameter prompt: what to show, with its own colon and space.
  /// - Returns: the line without its end.
  /// - Throws: ``ShellError/noTerminal``, ``ShellError/inputEnded``, and failed system calls.
  func readLine(prompt: String) throws(ShellError) -> String

  /// Writes to the terminal itself, whatever the standard streams are.
  ///
  /// - Parameter text: what to write, as it is.
  /// - Throws: ``ShellError/noTerminal``, and failed system calls.
  func write(_ text: String) throws(ShellError)
}

extension Terminal {
  /// Asks a question whose answer is no unless it begins with a y.
  ///
  /// - Parameter question: what to ask, with its question mark.
  /// - Returns: whether the person said yes.
  /// - Throws: ``ShellError/noTerminal``, ``ShellError/inputEnded``, and failed system calls.
  package func confirm(_ question: String) throws(ShellError) -> Bool {
    let answer = try readLine(prompt: "\(question) [y/N] ")
    return answer.hasPrefix("y") || answer.hasPrefix("Y")
  }
}
