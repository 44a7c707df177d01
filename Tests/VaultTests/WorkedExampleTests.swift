// SPDX-License-Identifier: MIT
import Foundation
import OTPCore
import Secrets
import TestKit
import Testing
import Vault

/// The example of `docs/vault-format.md` is what this code writes, byte for byte.
@Suite struct WorkedExampleTests {
  /// Gives runs of bytes that begin where the page says.
  private final class ChosenRandomness: Randomness, @unchecked Sendable {
    // Sendable is sound: the test uses it from one thread.
    private var starts: [UInt8]

    init(_ starts: [UInt8]) { self.starts = starts }

    func fill(_ bytes: inout MutableSpan<UInt8>) {
      let start = starts.isEmpty ? 0xFF : starts.removeFirst()
      for index in bytes.indices { bytes[index] = start &+ UInt8(truncatingIfNeeded: index) }
    }
  }

  private static func page() throws -> String {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: "docs/vault-format.md"), encoding: .utf8)
  }

  /// The indented lines after the words.
  private static func block(after words: String) throws -> [UInt8]? {
    let rest = try #require(page().components(separatedBy: words).last)
    let lines = rest.components(separatedBy: "\n").drop { !$0.hasPrefix("    ") }
    return Hex.bytes(
      lines.prefix { $0.hasPrefix("    ") }.joined().filter { $0 != " " }
    )
  }

  @Test func isWhatThisCodeWrites() throws {
    // Vault key, vault id, slot id, salt, the slot's nonce, token id, the payload's nonce.
    let randomness = ChosenRandomness([0x50, 0x00, 0x10, 0x20, 0x30, 0x90, 0x70])
    let passphrase = Array("correct horse".utf8)
    var vault = try Vault.create(
      passphrase: passphrase.span,
      cost: PassphraseCost(operations: 1, memoryByteCount: 8 << 20),
      at: Samples.time,
      randomness: randomness
    )
    let secret = try #require(Hex.bytes("48656c6c6f21deadbeef"))
    _ = try vault.add(Samples.token(secret: secret), at: Samples.time, randomness: randomness)
    let file = vault.sealed(randomness: randomness)
    let expected = try #require(try Self.block(after: "The file, "))
    #expect(Hex.text(file) == Hex.text(expected))
  }
}
