// SPDX-License-Identifier: MIT
import Foundation
import OTPCore
import Secrets
import Vault

/// Random bytes that every run has alike.
final class CountedRandomness: Randomness, @unchecked Sendable {
  // Sendable is sound: a test uses it from one thread.
  private var next: UInt8 = 0

  func fill(_ bytes: inout MutableSpan<UInt8>) {
    for index in bytes.indices {
      bytes[index] = next
      next &+= 1
    }
  }
}

/// What the tests of the vault begin with.
enum Samples {
  static let time = UnixTime(clamping: 1_700_000_000)
  static let passphrase = Array("correct horse".utf8)

  /// A cost that no person should choose, and a test has time for.
  static func cheap() throws -> PassphraseCost {
    try PassphraseCost(operations: 1, memoryByteCount: 8192)
  }

  static func vault(_ randomness: any Randomness = SystemRandomness()) throws -> Vault {
    try Vault.create(
      passphrase: passphrase.span,
      cost: cheap(),
      at: time,
      randomness: randomness
    )
  }

  static func token(
    _ account: String = "ana",
    issuer: String = "GitHub",
    secret: [UInt8] = Array("Hello!".utf8),
    generator: Generator = .standard
  ) throws -> Token {
    try Token(
      label: Label(issuer: issuer, account: account),
      secret: Secret(SecretBytes(copying: secret.span)),
      generator: generator
    )
  }

  static func counter(at value: UInt64) -> Generator {
    .hotp(algorithm: .sha1, digits: .six, counter: Counter(value))
  }

  static func reopened(_ vault: borrowing Vault) throws -> Vault {
    let envelope = try Envelope(parsing: vault.sealed(randomness: SystemRandomness()))
    return try Vault(opening: envelope, key: unlock(envelope, passphrase))
  }

  static func unlock(_ envelope: Envelope, _ passphrase: [UInt8]) throws -> VaultKey {
    try envelope.unlock(passphrase: passphrase.span)
  }

  static func error(_ body: () throws -> Void) -> VaultError? {
    do {
      try body()
      return nil
    } catch {
      return error as? VaultError
    }
  }
}

/// A folder that is gone when the test is.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "totp-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: path,
      withIntermediateDirectories: true
    )
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
