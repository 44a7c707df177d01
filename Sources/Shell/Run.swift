// SPDX-License-Identifier: MIT

extension World {
  /// Tells a failure on standard error: the error, the candidates, the hints.
  ///
  /// - Parameter failure: what went wrong.
  package func tell(_ failure: Failure) {
    var text = "\(programName): \(DisplayText.escaped(failure.message))\n"
    for candidate in failure.candidates { text += "  \(DisplayText.escaped(candidate))\n" }
    for hint in failure.hints {
      text += "\(programName): hint: \(DisplayText.escaped(hint))\n"
    }
    // When even standard error is gone, the exit status still tells.
    try? messages.write(text)
  }
}
