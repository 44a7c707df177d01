// SPDX-License-Identifier: MIT
import Glibc
import OTPCore
import Secrets
import Shell
import TestKit
import Testing
import Vault

@testable import totp

/// `totp unlock` and `totp lock`, with a keyring that the test holds.
@Suite struct UnlockTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try TestWorld.writeVault(in: folder, tokens: [TestWorld.token("GitHub", "ana")])
  }

  private func run(_ words: String..., in test: TestWorld) -> Int32 {
    Program(Root.command, version: "0", in: test.world).run(words)
  }

  @Test func `a key in the keyring is enough`() {
    let test = TestWorld(in: folder, terminal: FakeTerminal([TestWorld.passphrase]))
    #expect(run("unlock", "--for", "90", in: test) == 0)
    let ends = test.keyring.keys.values.map(\.until)
    #expect(ends == [UnixTime(clamping: FixedClock.usual + 90)])
    #expect(run("code", "github", in: test) == 0)
    #expect(test.terminal.prompts.count == 1)
    #expect(run("lock", in: test) == 0)
    #expect(run("code", "github", in: test) == 5, "the input has ended")
    #expect(test.terminal.prompts.count == 2)
  }

  @Test func `a wrong passphrase unlocks nothing`() {
    let test = TestWorld(in: folder, terminal: FakeTerminal(["wrong"]))
    #expect(run("unlock", in: test) == 5)
    #expect(test.keyring.keys.isEmpty)
  }

  @Test func `the time begins anew, and the passphrase is asked for again`() {
    let test = TestWorld(
      in: folder,
      terminal: FakeTerminal([TestWorld.passphrase, TestWorld.passphrase])
    )
    #expect(run("unlock", "--for", "1h", in: test) == 0)
    #expect(run("unlock", "--for", "2m", in: test) == 0)
    #expect(test.terminal.prompts.count == 2)
    let ends = test.keyring.keys.values.map(\.until)
    #expect(ends == [UnixTime(clamping: FixedClock.usual + 120)])
  }

  @Test func `a source that is given is asked, and the keyring is not`() throws {
    let test = TestWorld(in: folder)
    test.environment["TOTP_PASSPHRASE_COMMAND"] = "echo '\(TestWorld.passphrase)'"
    #expect(run("code", "github", in: test) == 0)
    #expect(test.keyring.questions == 0)
  }

  @Test(arguments: [ENOSYS, EPERM, EDQUOT, EACCES])
  func aKeyringThatFailsIsNotedOnce(failure: Int32) {
    let test = TestWorld(in: folder, terminal: FakeTerminal([TestWorld.passphrase]))
    test.keyring.fail(with: failure)
    #expect(run("rm", "github", "--yes", in: test) == 0)
    let notes = test.messages.text.split(separator: "\n")
    #expect(notes.count == 1)
    #expect(notes.first?.hasPrefix("totp: note: the kernel's keyring can't be used: ") == true)
  }

  @Test func `a key that opens nothing is followed by the prompt`() throws {
    let test = TestWorld(in: folder, terminal: FakeTerminal([TestWorld.passphrase]))
    let stale = UnlockedKey(key: VaultKey(from: SystemRandomness()), until: nil)
    let file = try #require(try VaultFile(test.vaultPath).read())
    try test.keyring.keep(stale, of: Envelope(parsing: file).vaultID, at: test.clock.now())
    #expect(run("code", "github", in: test) == 0)
    #expect(test.terminal.prompts.count == 1)
  }

  @Test func `lock --all needs no vault`() {
    let test = TestWorld(in: folder, terminal: FakeTerminal([TestWorld.passphrase]))
    #expect(run("unlock", in: test) == 0)
    test.environment["TOTP_VAULT"] = folder("nowhere")
    #expect(run("lock", in: test) == 1)
    #expect(run("lock", "--all", in: test) == 0)
    #expect(test.keyring.keys.isEmpty)
  }
}
