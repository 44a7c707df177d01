// SPDX-License-Identifier: MIT
import Foundation
import OTPCore
import Secrets
import Testing
import Vault

/// What stands in a vault file's way.
@Suite struct VaultFileFaultTests: Sendable {
  private let folder: TemporaryFolder
  private let path: String
  private let file: VaultFile

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/vault.totp"
    file = try VaultFile(path)
  }

  private func write(_ text: String, to file: VaultFile? = nil) throws {
    let file = file ?? self.file
    try file.withLock {
    } _: {
      try file.replace(with: Array(text.utf8), keepingGeneration: true)
    }
  }

  private func text(_ suffix: String = "") throws -> String {
    try String(contentsOfFile: path + suffix, encoding: .utf8)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  /// A writer that was stopped before its rename has the present vault among the generations.
  @Test func keepsNoGenerationTwice() throws {
    for number in 0...2 { try write("\(number)") }
    for number in [2, 1] {
      try FileManager.default.moveItem(
        atPath: "\(path).backup-\(number)",
        toPath: "\(path).backup-\(number + 1)"
      )
    }
    try FileManager.default.linkItem(atPath: path, toPath: path + ".backup-1")
    try write("3")
    #expect(try text() == "3")
    #expect(try (1...3).map { try text(".backup-\($0)") } == ["2", "1", "0"])
    #expect(try names().count == 5)
  }

  @Test(arguments: [".new", ".backup-new"])
  func leavesTheOldVaultWhenItCanNotWrite(obstacle: String) throws {
    try write("one")
    try FileManager.default.createDirectory(
      atPath: path + obstacle + "/full",
      withIntermediateDirectories: true
    )
    #expect(throws: VaultError.system(.write, path: path, errno: EEXIST)) { try write("two") }
    #expect(try text() == "one")
    #expect(try names() == ["vault.totp", "vault.totp.lock", "vault.totp\(obstacle)"].sorted())
  }

  @Test func letsOneWriterInAtATime() throws {
    let other = try VaultFile(path, lockSeconds: 0)
    try file.withLock {
    } _: {
      _ = #expect(throws: VaultError.locked(path: path, seconds: 0)) { try write("two", to: other) }
    }
    try write("three", to: other)
    #expect(try text() == "three")
  }

  @Test func losesNoTokenOfEightWriters() throws {
    let vault = try Samples.vault()
    try file.withLock {
    } _: {
      try file.replace(
        with: vault.sealed(randomness: SystemRandomness()),
        keepingGeneration: false
      )
    }
    // Threads of their own: a pool may run its work one after the other.
    let done = DispatchGroup()
    for writer in 0..<8 {
      done.enter()
      Thread.detachNewThread {
        defer { done.leave() }
        for number in 0..<5 {
          do {
            try add("\(writer)/\(number)")
          } catch {
            Issue.record(error)
          }
        }
      }
    }
    done.wait()
    #expect(try opened().count == 40)
  }

  private func opened() throws -> Vault {
    let bytes = try #require(try file.read())
    let envelope = try Envelope(parsing: bytes)
    return try Vault(opening: envelope, key: Samples.unlock(envelope, Samples.passphrase))
  }

  private func add(_ account: String) throws {
    // A description of its own, as another process would have one.
    let file = try VaultFile(path)
    try file.withLock {
    } _: {
      var vault = try opened()
      _ = try vault.add(Samples.token(account), at: Samples.time, randomness: SystemRandomness())
      try file.replace(
        with: vault.sealed(randomness: SystemRandomness()),
        keepingGeneration: true
      )
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
  func leavesAFileToItsOwner() throws {
    try write("one")
    let owner: [FileAttributeKey: Any] = [.ownerAccountID: 12345, .groupOwnerAccountID: 12346]
    try FileManager.default.setAttributes(owner, ofItemAtPath: path)
    try FileManager.default.removeItem(atPath: path + ".lock")
    try write("two")
    for name in try names() {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
      #expect(attributes[.ownerAccountID] as? Int == 12345, "\(name)")
      #expect(attributes[.groupOwnerAccountID] as? Int == 12346, "\(name)")
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }

  @Test func closesAVaultThatWasOpenToOthers() throws {
    try write("one")
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
    #expect(file.mode == 0o666)
    try write("two")
    for name in try names() {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }

  @Test(arguments: ["/dev/full", "/dev/null", "/proc/self"])
  func takesNoDeviceForAVault(path: String) throws {
    #expect(throws: VaultError.notARegularFile(path: path)) { try VaultFile(path).read() }
  }

  @Test func readsNoMoreThanAVaultCanHave() throws {
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    // The string outlives the call. The file has no blocks, only a length.
    #expect(unsafe truncate(path, Envelope.mostByteCount + 1) == 0)
    #expect(throws: VaultError.tooLarge(limit: Envelope.mostByteCount)) { try file.read() }
    #expect(unsafe truncate(path, Envelope.mostByteCount) == 0)
    #expect(try file.read()?.count == Envelope.mostByteCount)
  }

  @Test func followsNoLinkToANameThatIsNoText() throws {
    // Both strings outlive the call.
    let target: [CChar] = [0x61, -1, 0]
    #expect(unsafe symlink(target, path) == 0)
    #expect(throws: VaultError.system(.follow, path: path, errno: EILSEQ)) { try VaultFile(path) }
  }

  @Test func saysWhatIsInTheWayOfAFolder() throws {
    try write("one")
    let below = path + "/vault.totp"
    #expect(throws: VaultError.system(.open, path: below, errno: ENOTDIR)) {
      try VaultFile(below).read()
    }
    #expect(throws: VaultError.system(.lock, path: below, errno: ENOTDIR)) {
      try write("two", to: VaultFile(below))
    }
  }
}
