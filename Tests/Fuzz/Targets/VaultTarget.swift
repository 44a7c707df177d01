// SPDX-License-Identifier: MIT
import OTPCore
import Secrets
import Vault

/// Reads any bytes as a whole file, as a header whose checksum is right, as a payload that is genuine,
/// and as a recovery code.
///
/// A vault that opens can be changed, sealed and opened again, and loses nothing.
///
/// - Parameter input: a byte that chooses among these; the bytes.
@Sendable func fuzzVault(_ input: [UInt8]) {
  guard let choice = input.first else { return }
  let bytes = Array(input.dropFirst())
  switch choice % 4 {
  case 0: _ = try? Envelope(parsing: bytes)
  case 1: change(file(header: bytes, payload: []))
  case 2: change(file(header: header, payload: bytes))
  default: _ = RecoveryCode.read(bytes.span)
  }
}

private let key = VaultKey(from: NoRandomness())

/// A vault id of zeroes, and the cipher suite.
private let header: [UInt8] = [0x0A, 16] + [UInt8](repeating: 0, count: 16) + [0x10, 1]

private func change(_ file: [UInt8]) {
  guard let envelope = try? Envelope(parsing: file),
    var vault = try? Vault(opening: envelope, key: key)
  else { return }
  let count = vault.count
  do throws(VaultError) {
    let before = try vault.records()
    _ = try vault.findings()
    _ = try vault.records(matching: TokenQuery("a"))
    guard let token = try? Token(uri: "otpauth://totp/fuzz?secret=GEZDGNBV".utf8.span) else {
      fatalError("a plain URI is read")
    }
    _ = try vault.add(token, at: UnixTime(clamping: 1_700_000_000), randomness: SystemRandomness())
    let sealed = vault.sealed(randomness: SystemRandomness())
    let again = try Vault(opening: Envelope(parsing: sealed), key: key)
    precondition(again.count >= count, "a token that this version does not know is lost")
    let after = try again.records()
    precondition(after.prefix(before.count).map(\.id) == before.map(\.id), "a token is lost")
  } catch {
    // Refusing is as good as reading.
  }
}

/// Makes a file whose header and payload may be anything, and which is sealed as it should be.
private func file(header: [UInt8], payload: [UInt8]) -> [UInt8] {
  let count = header.count + 18
  var prefix = Array("totpvault".utf8) + [1]
  for shift in [24, 16, 8, 0] { prefix.append(UInt8(truncatingIfNeeded: count >> shift)) }
  prefix += header
  prefix += [0x7A, 16] + Envelope.checksum(prefix[...])
  let nonce = [UInt8](repeating: 0, count: 24)
  let paddedCount = Padding.paddedByteCount(for: payload.count)
  let zeroes = [UInt8](repeating: 0, count: paddedCount - payload.count - 1)
  let padded = payload + [Padding.mark] + zeroes
  return prefix + nonce
    + Sealing.seal(
      padded.span,
      associated: prefix.span,
      nonce: nonce.span,
      key: [UInt8](repeating: 0, count: 32).span
    )
}

/// Zeroes, so that the key of the vault is known.
private struct NoRandomness: Randomness {
  func fill(_ bytes: inout MutableSpan<UInt8>) {
    for index in bytes.indices { bytes[index] = 0 }
  }
}
