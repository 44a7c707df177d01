// SPDX-License-Identifier: MIT
package import OTPCore
package import Vault

extension VaultSession {
  /// Opens the vault with its passphrase, and leaves the key in the keyring.
  ///
  /// - Parameter period: for how long.
  /// - Returns: when the key goes away by itself; `nil` for never.
  /// - Throws: ``ShellError/noVault(path:)``, ``VaultError``.
  package func unlock(for period: UnlockPeriod) throws -> UnixTime? {
    let envelope = try envelope()
    let key = try unlock(envelope)
    // A passphrase that opens its slot says nothing of the payload.
    guard envelope.isOpened(by: key) else {
      throw LocatedError(file.path, VaultError.damaged(.payload))
    }
    let now = world.clock.now()
    let unlocked = UnlockedKey(key: key, until: period.end(from: now))
    try world.keyring.keep(unlocked, of: envelope.vaultID, at: now)
    return unlocked.until
  }

  /// Takes the vault's key out of the keyring.
  ///
  /// - Returns: whether it was there.
  /// - Throws: ``ShellError/noVault(path:)``, ``VaultError``.
  package func lock() throws -> Bool {
    try world.keyring.forget(envelope().vaultID)
  }

  /// Looks whether the vault is unlocked; asks nobody.
  ///
  /// - Parameter envelope: the vault's.
  /// - Returns: the key that opens it, or `nil` when there is none in the keyring.
  /// - Throws: ``VaultError/noKeyring(errno:)``.
  package func unlockedKey(of envelope: Envelope) throws(VaultError) -> UnlockedKey? {
    guard let unlocked = try world.keyring.key(of: envelope.vaultID),
      envelope.isOpened(by: unlocked.key)
    else { return nil }
    return unlocked
  }

  /// Lists the tokens of a vault that is unlocked; asks nobody, derives nothing and says nothing.
  ///
  /// - Returns: their labels; none when the vault is locked, or not there.
  package func unlockedLabels() -> [String] {
    guard let envelope = try? envelope(), let unlocked = try? unlockedKey(of: envelope),
      let vault = try? Vault(opening: envelope, key: unlocked.key),
      let records = try? vault.records()
    else { return [] }
    return records.map(\.token.label.text)
  }

  /// Reads the file as far as it can be read without a key.
  ///
  /// - Returns: the envelope.
  /// - Throws: ``ShellError/noVault(path:)``, ``VaultError``.
  package func envelope() throws -> Envelope {
    guard let bytes = try file.read() else { throw ShellError.noVault(path: file.path) }
    do {
      return try Envelope(parsing: bytes)
    } catch {
      throw LocatedError(file.path, error)
    }
  }
}

extension World {
  /// Asks the keyring for a vault's key, and says so when there is no keyring to ask.
  ///
  /// - Parameter vaultID: the vault's own 16 bytes.
  /// - Returns: the key, or `nil`.
  func unlockedKey(of vaultID: [UInt8]) -> UnlockedKey? {
    do throws(VaultError) {
      return try keyring.key(of: vaultID)
    } catch {
      note(Failure(error).message)
      return nil
    }
  }
}
