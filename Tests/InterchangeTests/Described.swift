// SPDX-License-Identifier: MIT
import Foundation
import Interchange
import OTPCore
import Secrets

/// An entry on one line, so that a test can state all of it.
func described(_ entry: Backup.Entry) -> String {
  switch entry.token {
  case .failure(let reason): return "rejected \(entry.label.text): \(reason)"
  case .success(let token):
    let secret = token.secret.withBytes { bytes in
      String(
        decoding: Base32.encode(bytes).withBytes { text in
          [UInt8](capacity: text.count) { $0.append(contentsOf: text) }
        },
        as: UTF8.self
      )
    }
    let generator = token.generator
    let factor =
      generator.counter.map { "counter \($0.value)" } ?? "\(generator.period?.seconds ?? 0) s"
    var line =
      "\(generator.typeName) \(secret) \(generator.algorithm.rawValue) \(generator.codeLength) \(factor)"
      + " [\(token.label.issuer)] [\(token.label.account)]"
    if !token.tags.isEmpty { line += " tags \(token.tags.joined(separator: ","))" }
    if !token.note.isEmpty { line += " note \(token.note)" }
    return line
  }
}

/// A text as a secret.
func secret(_ text: String) -> Secret {
  Secret(SecretBytes(copying: text.utf8.span))
}

/// A file's bytes as a secret.
func secret(_ data: Data) -> Secret {
  let bytes = [UInt8](data)
  return Secret(SecretBytes(copying: bytes.span))
}
