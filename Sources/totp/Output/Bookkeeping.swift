// SPDX-License-Identifier: MIT
import OTPCore
import Shell
import Vault

/// What became of each entry of a backup.
struct Bookkeeping {
  /// What became of a token.
  private enum Fate: String {
    case added
    case replaced
    case unchanged
    case conflict
  }

  private let report: BackupReport
  private let isTrial: Bool
  private var tokens: [(token: Token, id: String?, fate: Fate)] = []
  private var rejected: [(entry: BackupReport.Entry, reason: String)] = []

  /// Joins what the worker read with what the vault did.
  ///
  /// - Parameters:
  ///   - report: what was read.
  ///   - results: what was done with each token of it, in order.
  ///   - isTrial: whether it was done at all.
  init(
    _ report: BackupReport,
    _ results: [Result<Vault.Addition, VaultError>],
    isTrial: Bool
  ) {
    self.report = report
    self.isTrial = isTrial
    var rest = results[...]
    for entry in report.entries {
      switch entry.token {
      case .failure(let reason): rejected.append((entry, reason.text))
      case .success(let token):
        switch rest.popFirst() {
        case .success(.added(let id)): tokens.append((token, isTrial ? nil : id.text, .added))
        case .success(.replaced(let id)): tokens.append((token, id.text, .replaced))
        case .success(.unchanged(let id)): tokens.append((token, id.text, .unchanged))
        case .failure, nil: tokens.append((token, nil, .conflict))
        }
      }
    }
  }

  private func count(_ fate: Fate) -> Int { tokens.count { $0.fate == fate } }

  /// Whether every entry is in the vault.
  var isComplete: Bool { rejected.isEmpty && count(.conflict) == 0 }

  /// What was done, for a person.
  var text: String {
    var lines = ""
    for (token, _, fate) in tokens {
      let label = DisplayText.escaped(token.label.text)
      switch fate {
      case .added: lines += "\(isTrial ? "would add" : "added") \(label)\n"
      case .replaced: lines += "\(isTrial ? "would replace" : "replaced") \(label)\n"
      case .unchanged: lines += "\(label) is there already\n"
      case .conflict: break
      }
    }
    var summary = "\(report.title): \(count(.added)) \(isTrial ? "to add" : "added")"
    if count(.replaced) > 0 { summary += ", \(count(.replaced)) replaced" }
    summary += ", \(count(.unchanged)) there already"
    summary += ", \(count(.conflict)) in conflict, \(rejected.count) rejected"
    return lines + summary + "\n"
  }

  /// Tells on standard error what did not come in, and what stayed behind.
  func tellRest(_ world: World) {
    for (token, _, fate) in tokens where fate == .conflict {
      world.tell(
        Failure(
          .failed,
          "\(token.label.text) is in the vault with another secret, or makes other codes",
          hints: ["--replace puts the backup's in its place"]
        )
      )
    }
    for (entry, reason) in rejected {
      let name = entry.label.text
      let subject = "entry \(entry.index + 1)" + (name.isEmpty ? "" : " (\(name))")
      world.tell(Failure(.failed, reason).of(subject))
    }
    if report.entries.isEmpty { world.note("there is no token in it") }
    if !report.missingParts.isEmpty {
      let parts = report.missingParts.map(String.init).joined(separator: ", ")
      world.note("of the export's parts these are missing: \(parts)")
    }
    if report.droppedIcons { world.note("icons are not taken over") }
  }

  /// What was done, for a program: `docs/json.md`.
  var document: JSON {
    var rejections: [JSON] = []
    for (entry, reason) in rejected {
      rejections.append(
        .object([
          ("index", .integer(Int64(entry.index))), ("name", .string(entry.label.text)),
          ("reason", .string(reason)),
        ])
      )
    }
    var documents: [JSON] = []
    for (token, id, fate) in tokens {
      documents.append(
        .object(TokenJSON.members(token, id: id) + [("change", .string(fate.rawValue))])
      )
    }
    return .object([
      ("format", .string(report.format)),
      ("added", .integer(Int64(count(.added)))),
      ("replaced", .integer(Int64(count(.replaced)))),
      ("unchanged", .integer(Int64(count(.unchanged)))),
      ("conflicts", .integer(Int64(count(.conflict)))),
      ("rejected", .array(rejections)),
      ("tokens", .array(documents)),
    ])
  }
}
