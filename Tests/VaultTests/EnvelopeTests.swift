// SPDX-License-Identifier: MIT
import OTPCore
import Secrets
import Testing
import Vault

@Suite struct EnvelopeTests {
  private static func file() throws -> [UInt8] {
    var vault = try Samples.vault()
    _ = try vault.add(Samples.token(), at: Samples.time, randomness: SystemRandomness())
    return vault.sealed(randomness: SystemRandomness())
  }

  private static func open(_ file: [UInt8]) throws {
    let envelope = try Envelope(parsing: file)
    _ = try Vault(opening: envelope, key: Samples.unlock(envelope, Samples.passphrase))
  }

  /// Damage is never taken for a wrong passphrase, and a wrong passphrase never for damage.
  @Test func tellsEveryFlippedBit() throws {
    let file = try Self.file()
    for bit in 0..<(file.count * 8) {
      var changed = file
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      let error = Samples.error { try Self.open(changed) }
      switch error {
      case .damaged, .notAVault, .newerVersion, .truncated: break
      default: Issue.record("bit \(bit): \(String(describing: error))")
      }
    }
  }

  @Test func tellsEveryTruncation() throws {
    let file = try Self.file()
    for count in 0..<file.count {
      let error = Samples.error { try Self.open(Array(file[..<count])) }
      switch error {
      case .truncated(count), .damaged: break
      default: Issue.record("\(count) bytes: \(String(describing: error))")
      }
    }
  }

  @Test func `tells the key that opens it from others, and no damaged payload is opened`() throws {
    let file = try Self.file()
    let envelope = try Envelope(parsing: file)
    let key = try Samples.unlock(envelope, Samples.passphrase)
    #expect(envelope.isOpened(by: key))
    #expect(!envelope.isOpened(by: VaultKey(from: SystemRandomness())))
    var changed = file
    changed[file.count - 20] ^= 1
    #expect(try !Envelope(parsing: changed).isOpened(by: key))
  }

  @Test func tellsAWrongPassphrase() throws {
    let envelope = try Envelope(parsing: Self.file())
    #expect(throws: VaultError.wrongPassphrase) {
      try Samples.unlock(envelope, Array("guess".utf8))
    }
  }

  @Test(arguments: [
    ([], VaultError.truncated(byteCount: 0)),
    (Array("abc".utf8), .notAVault),
    (Array("tot".utf8), .truncated(byteCount: 3)),
    (Array("totpvault".utf8) + [2, 0, 0, 0, 0], .newerVersion),
    (Array("totpvault".utf8) + [1, 0xFF, 0xFF, 0xFF, 0xFF], .damaged(.header)),
  ])
  func tellsWhatIsNoVault(file: [UInt8], error: VaultError) {
    #expect(throws: error) { try Envelope(parsing: file) }
  }

  @Test func neverTrapsOnRandomBytes() {
    var randomness = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let count = Int.random(in: 0..<300, using: &randomness)
      var file = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &randomness) }
      file.replaceSubrange(
        0..<min(file.count, 14),
        with: (Array("totpvault".utf8) + [1, 0, 0, 0, 60]).prefix(file.count)
      )
      #expect(Samples.error { try Self.open(file) } != nil)
    }
  }

  @Test func hasAnotherNonceAtEveryWrite() throws {
    let vault = try Samples.vault()
    let randomness = SystemRandomness()
    #expect(vault.sealed(randomness: randomness) != vault.sealed(randomness: randomness))
  }

  /// The same random bytes make the same file: nothing else flows into it.
  @Test func isMadeOfItsInputsAlone() throws {
    var files: [[UInt8]] = []
    for _ in 0..<2 {
      let randomness = CountedRandomness()
      let vault = try Samples.vault(randomness)
      files.append(vault.sealed(randomness: randomness))
    }
    #expect(files[0] == files[1])
  }
}

@Suite struct PassphraseCostTests {
  @Test(
    arguments: [
      (3, 64 << 30), (1, .max), (.max, 8192), (0, 8192), (1, 0), (1, 8191),
      (33, 1 << 30),
    ] as [(UInt64, UInt64)]
  )
  func refusesWhatCouldTakeTheMachineDown(operations: UInt64, memory: UInt64) {
    #expect(
      throws: VaultError.costOutOfRange(memoryByteCount: memory, operations: operations)
    ) {
      try PassphraseCost(operations: operations, memoryByteCount: memory)
    }
  }

  @Test(arguments: [PassphraseCost.interactive, .moderate, .sensitive])
  func takesWhatItOffers(cost: PassphraseCost) throws {
    let again = try PassphraseCost(
      operations: cost.operations,
      memoryByteCount: cost.memoryByteCount
    )
    #expect(again == cost)
  }

  @Test func offersWhatTheDesignSays() {
    #expect(PassphraseCost.moderate.memoryByteCount == 256 << 20)
    #expect(PassphraseCost.moderate.operations == 3)
  }
}
