// SPDX-License-Identifier: MIT
package import Secrets
package import Shell
import Synchronization

/// A terminal at which the answers are typed beforehand, or none at all.
package final class FakeTerminal: Terminal {
  private struct State {
    var answers: [String]
    var prompts: [String] = []
  }

  private let state: Mutex<State>

  /// Whether there is anybody to ask.
  package let isThere: Bool

  /// Makes a terminal.
  ///
  /// - Parameter answers: what is typed, a line each; after the last one the input ends.
  package init(_ answers: [String] = []) {
    isThere = true
    state = Mutex(State(answers: answers))
  }

  private init(isThere: Bool) {
    self.isThere = isThere
    state = Mutex(State(answers: []))
  }

  /// What a program without a terminal has.
  ///
  /// - Returns: a terminal that is not there.
  package static func missing() -> FakeTerminal { FakeTerminal(isThere: false) }

  /// What was asked, in its order; a secret is asked for like anything else.
  package var prompts: [String] { state.withLock { $0.prompts } }

  /// The answers that nobody has asked for yet.
  package var unusedAnswers: [String] { state.withLock { $0.answers } }

  /// Keeps what is written among what was asked.
  ///
  /// - Parameter text: what to write.
  /// - Throws: ``ShellError/noTerminal``.
  package func write(_ text: String) throws(ShellError) {
    guard isThere else { throw .noTerminal }
    state.withLock { $0.prompts.append(text) }
  }

  /// Answers with the next line.
  ///
  /// - Parameter prompt: what is asked.
  /// - Returns: the line.
  /// - Throws: ``ShellError/noTerminal``, ``ShellError/inputEnded``.
  package func readSecret(prompt: String) throws(ShellError) -> SecretBytes {
    SecretBytes(copying: try readLine(prompt: prompt).utf8.span)
  }

  /// Answers with the next line.
  ///
  /// - Parameter prompt: what is asked.
  /// - Returns: the line.
  /// - Throws: ``ShellError/noTerminal``, ``ShellError/inputEnded``.
  package func readLine(prompt: String) throws(ShellError) -> String {
    guard isThere else { throw .noTerminal }
    let answer = state.withLock { state -> String? in
      state.prompts.append(prompt)
      return state.answers.isEmpty ? nil : state.answers.removeFirst()
    }
    guard let answer else { throw .inputEnded }
    return answer
  }
}
