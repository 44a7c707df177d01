// SPDX-License-Identifier: MIT
import Foundation
import Secrets
import Testing
import Vault

@Suite struct VaultFileTests {
  private func write(_ text: String, to file: VaultFile, keeping: Bool = true) throws {
    try file.withLock {
    } _: {
      try file.replace(with: Array(text.utf8), keepingGeneration: keeping)
    }
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func makesFoldersAndFileForTheOwnerAlone() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a/b/vault.totp"
    let file = try VaultFile(path)
    #expect(try file.read() == nil)
    try write("one", to: file)
    #expect(try file.read() == Array("one".utf8))
    #expect(file.mode == 0o600)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/a")
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }

  @Test func keepsFiveGenerationsTheNewestFirst() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/vault.totp"
    let file = try VaultFile(path)
    for number in 0...7 { try write("\(number)", to: file) }
    for number in 1...5 { #expect(try text("\(path).backup-\(number)") == "\(7 - number)") }
    #expect(!FileManager.default.fileExists(atPath: "\(path).backup-6"))
    try write("8", to: file, keeping: false)
    #expect(try text("\(path).backup-1") == "6")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.count == 7)
  }

  @Test func writesWhereALinkLeads() throws {
    let folder = try TemporaryFolder()
    let target = folder.path + "/elsewhere/real.totp"
    let link = folder.path + "/vault.totp"
    try FileManager.default.createSymbolicLink(
      atPath: link,
      withDestinationPath: "elsewhere/real.totp"
    )
    // The target is not there yet, nor is its folder.
    try write("one", to: VaultFile(link))
    try write("two", to: VaultFile(link))
    #expect(try text(target) == "two")
    #expect(try text(target + ".backup-1") == "one")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: link) == "elsewhere/real.totp"
    )
  }

  @Test func refusesLinksInACircle() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/vault.totp"
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "vault.totp")
    #expect(throws: VaultError.system(.follow, path: path, errno: ELOOP)) {
      try VaultFile(path)
    }
  }

  @Test func respectsAFileThatIsReadOnly() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/vault.totp"
    let file = try VaultFile(path)
    try write("one", to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
    #expect(throws: VaultError.readOnly(path: path)) { try write("two", to: file) }
    #expect(try text(path) == "one")
  }

  @Test func readsRegularFilesOnlyAndWaitsForNothing() throws {
    let folder = try TemporaryFolder()
    let file = try VaultFile(folder.path)
    #expect(throws: VaultError.notARegularFile(path: folder.path)) { try file.read() }
    let pipe = folder.path + "/pipe"
    // The string outlives the call.
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    let fifo = try VaultFile(pipe)
    #expect(throws: VaultError.notARegularFile(path: pipe)) { try fifo.read() }
  }

  @Test func clearsAwayWhatAStoppedWriterLeft() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/vault.totp"
    let file = try VaultFile(path)
    try write("one", to: file)
    try "half".write(toFile: path + ".new", atomically: false, encoding: .utf8)
    try write("two", to: file)
    #expect(try text(path) == "two")
    #expect(!FileManager.default.fileExists(atPath: path + ".new"))
  }
}
