// SPDX-License-Identifier: MIT
import Secrets

extension Token {
  /// Makes the code of a moment.
  ///
  /// - Parameter time: the moment.
  /// - Returns: the code and when it holds.
  /// - Throws: ``OTPError/counterNeeded`` when the token goes by a counter.
  ///
  /// RFC 6238 §4.2.
  public func code(at time: UnixTime) throws(OTPError) -> Code {
    guard let period = generator.period else { throw .counterNeeded }
    let step = period.step(at: time)
    return Code(text: codeText(movingFactor: step), validity: period.span(ofStep: step))
  }

  /// Makes the code of a counter, without moving the token's own.
  ///
  /// - Parameter counter: the moving factor; for a token of the time, the number of its step.
  /// - Returns: the code, without a time in which it holds.
  ///
  /// RFC 4226 §5.2.
  public func code(counter: UInt64) -> Code {
    Code(text: codeText(movingFactor: counter))
  }

  private func codeText(movingFactor: UInt64) -> String {
    secret.withBytes { key in
      let truncated =
        switch generator.algorithm {
        case .sha1: truncatedMAC(SHA1.self, key: key, movingFactor: movingFactor)
        case .sha256: truncatedMAC(SHA256.self, key: key, movingFactor: movingFactor)
        case .sha512: truncatedMAC(SHA512.self, key: key, movingFactor: movingFactor)
        }
      return switch generator {
      case .totp(_, let digits, _), .hotp(_, let digits, _):
        Code.decimal(truncated: truncated, digits: digits)
      case .steam:
        Code.steam(truncated: truncated)
      }
    }
  }
}

/// Hashes a moving factor, as 8 bytes, most significant first, and truncates the result.
private func truncatedMAC<Hash: HashFunction>(
  _ hash: Hash.Type,
  key: Span<UInt8>,
  movingFactor: UInt64
) -> UInt32 {
  let message = InlineArray<8, UInt8> { index in
    UInt8(truncatingIfNeeded: movingFactor >> UInt64(56 - 8 * index))
  }
  // Room for the largest digest, SHA-512's.
  var storage = InlineArray<64, UInt8>(repeating: 0)
  var mac = storage.mutableSpan
  var hmac = HMAC<Hash>(key: key)
  hmac.update(message.span)
  hmac.finish(into: &mac)
  defer { wipe(&mac) }
  return Code.truncated(mac.span.extracting(first: Hash.digestByteCount))
}
