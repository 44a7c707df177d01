// SPDX-License-Identifier: MIT
package import OTPCore
import Shell
import Synchronization
package import Vault

/// A keyring that lies in the test's own memory, or that can't be used.
package final class FakeKeyring: Keyring {
  private struct State {
    var keys: [[UInt8]: UnlockedKey] = [:]
    var failure: Int32?
    var questions = 0
  }

  private let state = Mutex(State())

  /// Makes an empty keyring.
  package init() {}

  /// How often a key was looked for.
  package var questions: Int { state.withLock { $0.questions } }

  /// The keys by the ids of their vaults.
  package var keys: [[UInt8]: UnlockedKey] { state.withLock { $0.keys } }

  /// Has everything fail from now on.
  ///
  /// - Parameter failure: the error number, or `nil` for nothing.
  package func fail(with failure: Int32?) {
    state.withLock { $0.failure = failure }
  }

  /// Looks for the key of a vault.
  ///
  /// - Parameter vaultID: the vault's own 16 bytes.
  /// - Returns: the key, or `nil`.
  /// - Throws: ``VaultError/noKeyring(errno:)`` when it is to fail.
  package func key(of vaultID: [UInt8]) throws(VaultError) -> UnlockedKey? {
    state.withLock { $0.questions += 1 }
    try check()
    return keys[vaultID]
  }

  /// Leaves the key of a vault.
  ///
  /// - Parameters:
  ///   - key: the key; nothing takes it away in time.
  ///   - vaultID: the vault's own 16 bytes.
  ///   - time: now.
  /// - Throws: ``VaultError/noKeyring(errno:)`` when it is to fail.
  package func keep(
    _ key: UnlockedKey,
    of vaultID: [UInt8],
    at time: UnixTime
  ) throws(VaultError) {
    try check()
    state.withLock { $0.keys[vaultID] = key }
  }

  /// Takes the key of a vault away.
  ///
  /// - Parameter vaultID: the vault's own 16 bytes.
  /// - Returns: whether there was one.
  /// - Throws: ``VaultError/noKeyring(errno:)`` when it is to fail.
  package func forget(_ vaultID: [UInt8]) throws(VaultError) -> Bool {
    try check()
    return state.withLock { $0.keys.removeValue(forKey: vaultID) != nil }
  }

  /// Takes the keys of all vaults away.
  ///
  /// - Returns: how many there were.
  /// - Throws: ``VaultError/noKeyring(errno:)`` when it is to fail.
  package func forgetAll() throws(VaultError) -> Int {
    try check()
    return state.withLock { state in
      defer { state.keys = [:] }
      return state.keys.count
    }
  }

  private func check() throws(VaultError) {
    if let failure = state.withLock({ $0.failure }) { throw .noKeyring(errno: failure) }
  }
}
