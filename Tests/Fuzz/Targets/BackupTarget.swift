// SPDX-License-Identifier: MIT
import Interchange
import OTPCore
import Secrets

/// Reads any bytes as a backup, by every decoder that takes them for its own.
///
/// The password is fixed, so that the corpus can hold files that it opens.
///
/// - Parameter input: the file. Its last byte chooses a format that is tried too, whatever the content.
@Sendable func fuzzBackup(_ input: [UInt8]) {
  guard let choice = input.last else { return }
  let formats = Format.allCases
  let file = Secret(SecretBytes(copying: input.span))
  decode(file, as: nil)
  decode(file, as: formats[Int(choice) % formats.count])
}

private let password = Secret(SecretBytes(copying: "battery staple".utf8.span))

private func decode(_ file: Secret, as format: Format?) {
  guard let backup = try? Backup.decode(file, password: password, as: format) else { return }
  for entry in backup.entries {
    guard let token = try? entry.token.get() else { continue }
    precondition(Token.secretByteCounts.contains(token.secret.count), "a token has a secret")
  }
}
