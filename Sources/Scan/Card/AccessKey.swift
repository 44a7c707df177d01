// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// The key that opens a card whose owner set a password.
public struct AccessKey: Sendable {
  private let bytes: Secret

  /// Derives the key from a password.
  ///
  /// - Parameters:
  ///   - password: UTF-8, as it was typed: no form of normalisation.
  ///   - deviceID: what the card says at SELECT, which is the salt.
  ///
  /// YKOATH: PBKDF2-HMAC-SHA-1, 1,000 iterations, 16 bytes.
  public init(password: Span<UInt8>, deviceID: [UInt8]) {
    bytes = Secret(
      PBKDF2<SHA1>.key(
        password: password,
        salt: deviceID.span,
        iterations: OATHApplet.accessKeyIterations,
        byteCount: OATHApplet.accessKeyByteCount
      )
    )
  }

  /// Answers a challenge.
  ///
  /// - Parameter challenge: what was given.
  /// - Returns: its HMAC-SHA-1 under the key: 20 bytes.
  func response(to challenge: [UInt8]) -> [UInt8] {
    [UInt8](capacity: SHA1.digestByteCount) { output in
      output.append(repeating: 0, count: SHA1.digestByteCount)
      var code = output.mutableSpan
      bytes.withBytes { key in
        var hmac = HMAC<SHA1>(key: key)
        hmac.update(challenge.span)
        hmac.finish(into: &code)
      }
    }
  }
}
