// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Shell
import Vault

/// `totp vault check`: opens the vault and reads every token.
enum VaultCheckCommand {
  static let command = Command<World>(
    "check",
    "Open the vault and read every token",
    arguments: [TokenArguments.json],
    details: "The exit status is 6 when a token can't be read, or shares its id or name."
  ) { parsed, world in
    let session = try VaultSession(parsed, world)
    var findings: [String] = []
    let mode = session.file.mode ?? 0
    if mode & 0o077 != 0 {
      findings.append("others can reach the file (mode \(String(mode, radix: 8))); chmod 600 it")
    }
    let (count, tombstones, found) = try session.read { vault in
      (vault.count, vault.tombstoneCount, try vault.findings())
    }
    findings += found.map(words)
    let unsupported = found.filter { $0.cause == .unsupported }.count
    if parsed(TokenArguments.json) {
      let members: [(String, JSON?)] = [
        ("path", .string(session.file.path)), ("tokens", .integer(Int64(count))),
        ("unsupported", .integer(Int64(unsupported))),
        ("tombstones", .integer(Int64(tombstones))),
        ("findings", .array(findings.map { .string($0) })),
      ]
      try JSON.object(members).write(to: world.output)
    } else {
      let path = DisplayText.escaped(session.file.path)
      let state = found.isEmpty ? "is whole" : "can be read, but not all of it"
      try world.output.write("\(path) \(state): \(Words.count(count, "token"))\n")
      for finding in findings { world.note(finding) }
    }
    return found.isEmpty ? .done : .vaultUnreadable
  }

  private static func words(for finding: Finding) -> String {
    let token = "token \(finding.place + 1)"
    return switch finding.cause {
    case .unsupported: "\(token) is beyond this version of totp; it is kept as it is"
    case .repeatedID(let id): "\(token) has the id of an earlier one: \(id.text)"
    case .repeatedLabel(let label): "\(token) has the name of an earlier one: \(label.text)"
    }
  }
}
