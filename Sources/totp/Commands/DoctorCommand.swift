// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Shell
import Vault

/// `totp doctor`: what could be wrong, and how to mend it.
enum DoctorCommand {
  static let command = Command<World>(
    "doctor",
    "Look for what could be wrong, and tell how to mend it",
    arguments: [TokenArguments.json],
    details: """
      Nothing is changed and nobody is asked. The exit status is 1 when something is wrong; what is \
      merely missing or weaker than it could be is a note.
      """
  ) { parsed, world in
    let findings = try Diagnosis(VaultSession(parsed, world), world).findings()
    if parsed(TokenArguments.json) {
      try JSON.array(findings.map(document)).write(to: world.output)
    } else {
      var text = ""
      for finding in findings {
        text += "\(DisplayText.padded(finding.state.word, to: 7))"
        text +=
          "\(DisplayText.padded(finding.name, to: 12))\(DisplayText.escaped(finding.detail))\n"
        if let fix = finding.fix { text += "       \(DisplayText.escaped(fix))\n" }
      }
      try world.output.write(text)
    }
    return findings.contains { $0.state == .wrong } ? .failed : .done
  }

  private static func document(_ finding: Diagnosis.Finding) -> JSON {
    .object([
      ("name", .string(finding.name)), ("state", .string(finding.state.word)),
      ("detail", .string(finding.detail)), ("fix", finding.fix.map { .string($0) }),
    ])
  }
}
