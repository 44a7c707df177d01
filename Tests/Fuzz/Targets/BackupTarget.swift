// SPDX-License-Identifier: MIT
import Interchange
import OTPCore
import Secrets

/// Reads any bytes as a backup, by every decoder that takes them for its own.
///
/// The password is fixed, so that the corpus can hold files that it opens.
///
/// - Parameter input: a byte that chooses a format, which is tried whatever the content, or none; the
///   file.
@Sendable func fuzzBackup(_ input: [UInt8]) {
  guard let choice = input.first, input.count > 1 else { return }
  let formats = Format.allCases
  let format = Int(choice) < formats.count ? formats[Int(choice)] : nil
  let file = Secret(SecretBytes(copying: input.span.extracting(droppingFirst: 1)))
  let password = Secret(SecretBytes(copying: "battery staple".utf8.span))
  guard let backup = try? Backup.decode(file, password: password, as: format) else { return }
  for entry in backup.entries {
    guard let token = try? entry.token.get() else { continue }
    precondition(Token.secretByteCounts.contains(token.secret.count), "a token has a secret")
  }
}
