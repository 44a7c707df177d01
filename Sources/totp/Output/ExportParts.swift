// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// The parts that were seen of exports that Google Authenticator spreads over several QR codes.
struct ExportParts {
  private var parts: [MigrationBatch.Part] = []

  /// Takes note of a part.
  mutating func add(_ part: MigrationBatch.Part) {
    parts.append(part)
  }

  /// Takes note of the part that a text is, if it is one.
  mutating func add(partIn text: Secret) {
    let part = text.withBytes { text in
      TokenURI(text) == .migration ? TokenURI.list(in: text).lazy.compactMap(\.part).first : nil
    }
    if let part { add(part) }
  }

  /// What is missing, in words, or `nil`.
  var missingInWords: String? {
    let missing = parts.missingParts()
    guard let first = missing.first else { return nil }
    let shown = missing.prefix(10).map { "\($0.index + 1)" }.joined(separator: ", ")
    let more = missing.count > 10 ? " and \(missing.count - 10) more" : ""
    return "of the export's \(first.count) parts these are missing: \(shown)\(more)"
  }
}
