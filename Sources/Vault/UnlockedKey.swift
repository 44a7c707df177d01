// SPDX-License-Identifier: MIT
package import OTPCore
import Secrets

/// A vault key that was left in a keyring, and until when.
package struct UnlockedKey: Sendable {
  /// The vault key.
  package let key: VaultKey
  /// When it goes away by itself; `nil` for never.
  package let until: UnixTime?

  /// Makes an unlocked key.
  ///
  /// - Parameters:
  ///   - key: the vault key.
  ///   - until: when it is to go away by itself; `nil` for never.
  package init(key: VaultKey, until: UnixTime?) {
    self.key = key
    self.until = until
  }
}

/// What a keyring holds of an unlocked vault: a 1, the end in Unix seconds as eight bytes with the most
/// significant first, 0 for none, and the vault key.
extension UnlockedKey {
  private static let form: UInt8 = 1
  private static let keyStart = 1 + 8
  /// How many bytes that is.
  static let byteCount = keyStart + Sealing.keyByteCount

  /// Reads what a keyring holds; `nil` for bytes of another form.
  ///
  /// - Parameter bytes: all of it; the key stays where it lies.
  init?(decoding bytes: SecretArena) {
    guard bytes.count == Self.byteCount else { return nil }
    let (form, end) = bytes.withBytes { bytes in
      var end: UInt64 = 0
      for index in 1..<Self.keyStart { end = end << 8 | UInt64(bytes[index]) }
      return (bytes[0], end)
    }
    guard form == Self.form else { return nil }
    key = VaultKey(sharing: bytes.secret(in: Self.keyStart..<bytes.count))
    until = end == 0 ? nil : UnixTime(clamping: Int64(clamping: end))
  }

  /// Writes what a keyring is to hold.
  ///
  /// - Returns: ``byteCount`` bytes.
  func encoded() -> SecretBytes {
    SecretBytes(capacity: Self.byteCount) { output in
      output.append(Self.form)
      let end = UInt64(until?.seconds ?? 0)
      for shift in stride(from: 56, through: 0, by: -8) {
        output.append(UInt8(truncatingIfNeeded: end >> shift))
      }
      key.bytes.withBytes { key in output.append(contentsOf: key) }
    }
  }
}

extension VaultKey {
  /// Takes a key where it lies.
  fileprivate init(sharing bytes: Secret) {
    self.bytes = bytes
  }
}
