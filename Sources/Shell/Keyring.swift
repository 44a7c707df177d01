// SPDX-License-Identifier: MIT
package import OTPCore
package import Vault

/// Where vault keys lie for a while, so that nobody is asked; passed in so that a test can set it.
package protocol Keyring: Sendable {
  /// Looks for the key of a vault.
  ///
  /// - Parameter vaultID: the vault's own 16 bytes.
  /// - Returns: the key, which may not open the vault; `nil` when there is none.
  /// - Throws: ``VaultError/noKeyring(errno:)``.
  func key(of vaultID: [UInt8]) throws(VaultError) -> UnlockedKey?

  /// Leaves the key of a vault, in the place of one that is there.
  ///
  /// - Parameters:
  ///   - key: the key, and when it is to go away.
  ///   - vaultID: the vault's own 16 bytes.
  ///   - time: now.
  /// - Throws: ``VaultError/noKeyring(errno:)``.
  func keep(_ key: UnlockedKey, of vaultID: [UInt8], at time: UnixTime) throws(VaultError)

  /// Takes the key of a vault away.
  ///
  /// - Parameter vaultID: the vault's own 16 bytes.
  /// - Returns: whether there was one.
  /// - Throws: ``VaultError/noKeyring(errno:)``.
  func forget(_ vaultID: [UInt8]) throws(VaultError) -> Bool

  /// Takes the keys of all vaults away.
  ///
  /// - Returns: how many there were.
  /// - Throws: ``VaultError/noKeyring(errno:)``.
  func forgetAll() throws(VaultError) -> Int
}

extension KernelKeyring: Keyring {}
