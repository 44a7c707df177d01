// SPDX-License-Identifier: MIT
import OTPCore
import Secrets
import Testing
import Vault

/// The kernel's real keyring of the user who runs the tests; some containers have none.
@Suite(.enabled(if: isKeyringUsable, "keyrings can't be used here"))
struct KernelKeyringTests {
  private let keyring = KernelKeyring()
  /// An id that no other vault has.
  private let vaultID = SystemRandomness().bytes(count: 16)
  private let now = UnixTime(clamping: 1_700_000_000)

  private func vault() throws -> (envelope: Envelope, key: VaultKey) {
    let vault = try Samples.vault()
    let envelope = try Envelope(parsing: vault.sealed(randomness: SystemRandomness()))
    return (envelope, try Samples.unlock(envelope, Samples.passphrase))
  }

  @Test(arguments: [1_700_000_060, nil] as [Int64?])
  func givesBackWhatItKeeps(end: Int64?) throws {
    let (envelope, key) = try vault()
    let until = end.map { UnixTime(clamping: $0) }
    #expect(try keyring.key(of: vaultID) == nil)
    try keyring.keep(UnlockedKey(key: key, until: until), of: vaultID, at: now)
    let found = try #require(try keyring.key(of: vaultID))
    #expect(envelope.isOpened(by: found.key))
    #expect(found.until == until)
    #expect(try keyring.forget(vaultID))
    #expect(try keyring.key(of: vaultID) == nil)
    #expect(try !keyring.forget(vaultID))
  }

  @Test func `a later key takes an earlier one's place`() throws {
    let (envelope, key) = try vault()
    for other in [VaultKey(from: SystemRandomness()), key] {
      try keyring.keep(
        UnlockedKey(key: other, until: UnixTime(clamping: now.seconds + 60)),
        of: vaultID,
        at: now
      )
    }
    let found = try #require(try keyring.key(of: vaultID))
    #expect(envelope.isOpened(by: found.key))
    #expect(try keyring.forget(vaultID))
  }

  @Test func `tells nothing of other vaults`() throws {
    let (_, key) = try vault()
    try keyring.keep(
      UnlockedKey(key: key, until: UnixTime(clamping: now.seconds + 60)),
      of: vaultID,
      at: now
    )
    var other = vaultID
    other[15] ^= 1
    #expect(try keyring.key(of: other) == nil)
    #expect(try keyring.forget(vaultID))
  }

  /// The kernel refuses to wait for a moment that has passed; it would be taken for no end at all.
  @Test func `a time that is over is a second away`() throws {
    let (_, key) = try vault()
    try keyring.keep(
      UnlockedKey(key: key, until: UnixTime(clamping: now.seconds - 5)),
      of: vaultID,
      at: now
    )
    #expect(try keyring.forget(vaultID))
  }
}

private let isKeyringUsable: Bool = {
  do {
    return try KernelKeyring().key(of: []) == nil
  } catch {
    return false
  }
}()
