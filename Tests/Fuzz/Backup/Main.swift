// SPDX-License-Identifier: MIT
import Interchange
import OTPCore
import Secrets

/// Reads whatever libFuzzer makes up as a backup, by every decoder that takes it for its own.
///
/// The first byte chooses a format that is tried whatever the content, or none; the password is fixed, so that
/// the corpus can hold files that it opens.
///
/// libFuzzer: `LLVMFuzzerTestOneInput`.
@c(LLVMFuzzerTestOneInput)
public func fuzzBackup(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let bytes = unsafe bytes, count > 1 else { return 0 }
  // Sound: libFuzzer lends `count` bytes for the call.
  let span = unsafe Span(_unsafeStart: bytes, count: count)
  let formats = Format.allCases
  let choice = Int(span[0])
  let format = choice < formats.count ? formats[choice] : nil
  let file = Secret(SecretBytes(copying: span.extracting(1..<count)))
  let password = Secret(SecretBytes(copying: "battery staple".utf8.span))
  guard let backup = try? Backup.decode(file, password: password, as: format) else { return 0 }
  for entry in backup.entries {
    guard let token = try? entry.token.get() else { continue }
    precondition(Token.secretByteCounts.contains(token.secret.count), "a token has a secret")
  }
  return 0
}
