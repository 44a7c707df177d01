// SPDX-License-Identifier: MIT
import OTPCore
import Secrets
import Vault

/// Makes vaults of any header and payload, as another program might write them.
///
/// The random bytes of ``CountedRandomness`` are known, and so is the vault key.
struct ForgedVault {
  static let key: [UInt8] = Array(0..<32)

  /// The fields of the header that come before its checksum.
  var header: [UInt8]
  /// What is sealed, padding and all.
  var padded: [UInt8]

  /// Begins with a vault of one passphrase slot.
  ///
  /// - Parameter payload: the message, without padding.
  /// - Throws: what making the vault throws.
  init(payload: [UInt8] = []) throws {
    let file = try Samples.vault(CountedRandomness()).sealed(randomness: SystemRandomness())
    header = Array(file[14..<(Self.headerEnd(file) - 18)])
    padded = Self.padded(payload)
  }

  var file: [UInt8] {
    var prefix = Array("totpvault".utf8) + [1, 0, 0]
    let count = header.count + 18
    prefix += [UInt8(count >> 8), UInt8(count & 0xFF)]
    prefix += header
    prefix += Wire.field(15, Envelope.checksum(prefix[...]))
    let nonce = SystemRandomness().bytes(count: 24)
    return prefix + nonce
      + Sealing.seal(
        padded.span,
        associated: prefix.span,
        nonce: nonce.span,
        key: Self.key.span
      )
  }

  @discardableResult func opened() throws -> Vault {
    let envelope = try Envelope(parsing: file)
    return try Vault(opening: envelope, key: Samples.unlock(envelope, Samples.passphrase))
  }

  static func padded(_ payload: [UInt8]) -> [UInt8] {
    let count = Padding.paddedByteCount(for: payload.count)
    return payload + [0x80] + [UInt8](repeating: 0, count: count - payload.count - 1)
  }

  /// The message in a vault that was made of ``CountedRandomness``.
  static func payload(of vault: borrowing Vault) throws -> [UInt8] {
    let file = vault.sealed(randomness: SystemRandomness())
    let start = headerEnd(file)
    let padded = Sealing.open(
      file.span.extracting((start + 24)..<file.count),
      associated: file.span.extracting(0..<start),
      nonce: file.span.extracting(start..<(start + 24)),
      key: key.span
    )
    guard let padded, let count = Padding.unpaddedByteCount(of: padded.span) else {
      throw VaultError.damaged(.payload)
    }
    return (0..<count).map { padded.span[$0] }
  }

  /// The header in a file, without its checksum.
  static func header(of file: [UInt8]) -> [UInt8] { Array(file[14..<(headerEnd(file) - 18)]) }

  /// Where the header of a file ends.
  static func headerEnd(_ file: [UInt8]) -> Int {
    14 + file[10..<14].reduce(0) { $0 << 8 | Int($1) }
  }
}

/// Protobuf by hand, so that no test trusts the code that it tests.
enum Wire {
  static func varint(_ value: UInt64) -> [UInt8] {
    value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F) | 0x80] + varint(value >> 7)
  }

  static func field(_ number: UInt64, _ value: UInt64) -> [UInt8] {
    varint(number << 3) + varint(value)
  }

  static func field(_ number: UInt64, _ bytes: [UInt8]) -> [UInt8] {
    varint(number << 3 | 2) + varint(UInt64(bytes.count)) + bytes
  }

  static func field(_ number: UInt64, _ text: String) -> [UInt8] { field(number, Array(text.utf8)) }

  /// One field of each wire type, none of which a version knows.
  static let unknown: [UInt8] =
    field(900, 300) + field(901, "new") + [0xB1, 0x38] + [1, 2, 3, 4, 5, 6, 7, 8]
    + [0xBD, 0x38] + [1, 2, 3, 4]

  /// A token, in which fields can be overwritten: the last one counts.
  static func token(_ number: UInt8, account: String = "ana", _ extra: [UInt8] = []) -> [UInt8] {
    field(1, [UInt8](repeating: number, count: 16)) + field(2, 5) + field(3, 6)
      + field(4, "GitHub") + field(5, account) + field(6, "Hello!") + field(7, 1) + field(8, 1)
      + field(9, 6) + field(10, 30) + extra
  }
}
