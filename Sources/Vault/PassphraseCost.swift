// SPDX-License-Identifier: MIT
import CSodium

/// How much work it is to try a passphrase.
///
/// Argon2id, RFC 9106, by way of libsodium's `crypto_pwhash`: one lane.
public struct PassphraseCost: Hashable, Sendable {
  /// Passes over the memory.
  public let operations: UInt64

  /// The memory in bytes.
  public let memoryByteCount: UInt64

  /// 64 MiB, twice: about a tenth of a second.
  public static let interactive = PassphraseCost(
    unchecked: UInt64(crypto_pwhash_OPSLIMIT_INTERACTIVE),
    UInt64(crypto_pwhash_MEMLIMIT_INTERACTIVE)
  )

  /// 256 MiB, three times: the default.
  public static let moderate = PassphraseCost(
    unchecked: UInt64(crypto_pwhash_OPSLIMIT_MODERATE),
    UInt64(crypto_pwhash_MEMLIMIT_MODERATE)
  )

  /// 1 GiB, four times: several seconds.
  public static let sensitive = PassphraseCost(
    unchecked: UInt64(crypto_pwhash_OPSLIMIT_SENSITIVE),
    UInt64(crypto_pwhash_MEMLIMIT_SENSITIVE)
  )

  /// The most memory that is spent on a file's word: 2 GiB, twice what `sensitive` takes.
  public static let mostMemoryByteCount: UInt64 = 2 << 30

  /// The most bytes that are passed over on a file's word: 32 GiB, eight times `sensitive`.
  public static let mostWork: UInt64 = 32 << 30

  /// The bytes that one try passes over.
  var work: UInt64 { operations * memoryByteCount }

  private init(unchecked operations: UInt64, _ memoryByteCount: UInt64) {
    self.operations = operations
    self.memoryByteCount = memoryByteCount
  }

  /// Checks a cost.
  ///
  /// - Parameters:
  ///   - operations: passes over the memory, 1 or more.
  ///   - memoryByteCount: 8 KiB to ``mostMemoryByteCount``.
  /// - Throws: ``VaultError/costOutOfRange(memoryByteCount:operations:)``, also when both together
  ///   are more than ``mostWork``.
  public init(operations: UInt64, memoryByteCount: UInt64) throws(VaultError) {
    let isMemoryInRange =
      memoryByteCount >= UInt64(crypto_pwhash_MEMLIMIT_MIN)
      && memoryByteCount <= Self.mostMemoryByteCount
    guard operations >= 1, isMemoryInRange, operations <= Self.mostWork / memoryByteCount else {
      throw .costOutOfRange(memoryByteCount: memoryByteCount, operations: operations)
    }
    self.init(unchecked: operations, memoryByteCount)
  }
}
