// SPDX-License-Identifier: MIT
import Secrets
import Shell
import Vault

/// Shows a recovery code once, and has it typed back.
enum RecoveryCodeDialogue {
  private static let mostTries = 3

  /// Shows a code on the terminal itself, so that no stream that goes elsewhere has it.
  ///
  /// - Parameters:
  ///   - code: the code.
  ///   - terminal: the person.
  /// - Throws: ``CommandError`` when the code did not come back; ``ShellError``.
  static func show(_ code: RecoveryCode, on terminal: any Terminal) throws {
    try code.text.withBytes { (text) throws(ShellError) in
      // What is on the screen is no secret from the terminal's own memory.
      let shown = String(decoding: text.indices.map { text[$0] }, as: UTF8.self)
      try terminal.write(
        "Recovery code; write it down, it is not shown again:\n\n    \(shown)\n\n"
      )
    }
    for attempt in 1...mostTries {
      let typed = try terminal.readSecret(prompt: "Type it back, from the paper: ")
      let mistake: String
      switch RecoveryCode.read(typed.span) {
      case .code(let other) where other.bytes.matches(code.bytes): return
      case .mistyped(let groups): mistake = Failure.words(forMistypedGroups: groups)
      case .code, .other: mistake = "that is not the code"
      }
      guard attempt < mostTries else {
        throw CommandError(
          Failure(
            .failed,
            "the recovery code did not come back as it was",
            hints: ["nothing was changed; try again"]
          )
        )
      }
      try terminal.write("\(mistake)\n")
    }
  }
}
