// SPDX-License-Identifier: MIT
import OTPCore

extension KeySlot {
  /// The numbers of `docs/vault.proto`, messages KeySlot and PassphraseSlot.
  private enum Field {
    static let id = 1
    static let name = 2
    static let created = 3
    static let nonce = 4
    static let wrappedKey = 5
    static let passphrase = 10

    static let salt = 1
    static let operations = 2
    static let memoryByteCount = 3
    static let algorithm = 4
  }

  /// Argon2id, version 1.3, one lane.
  private static let argon2id: UInt64 = 1

  static func encode(
    id: [UInt8],
    name: String,
    created: UnixTime,
    nonce: [UInt8],
    wrappedKey: [UInt8],
    salt: [UInt8],
    cost: PassphraseCost
  ) -> [UInt8] {
    let passphrase = [UInt8](capacity: salt.count + 64) { output in
      output.appendField(Field.salt, bytes: salt.span)
      output.appendField(Field.operations, varint: cost.operations)
      output.appendField(Field.memoryByteCount, varint: cost.memoryByteCount)
      output.appendField(Field.algorithm, varint: argon2id)
    }
    let capacity = name.utf8.count + passphrase.count + 256
    return [UInt8](capacity: capacity) { output in
      output.appendField(Field.id, bytes: id.span)
      output.appendField(Field.name, string: name)
      output.appendField(Field.created, varint: UInt64(created.seconds))
      output.appendField(Field.nonce, bytes: nonce.span)
      output.appendField(Field.wrappedKey, bytes: wrappedKey.span)
      output.appendField(Field.passphrase, bytes: passphrase.span)
    }
  }

  /// Reads a slot.
  ///
  /// - Parameters:
  ///   - range: where it lies.
  ///   - file: the vault file.
  /// - Throws: ``VaultError/damaged(_:)`` for bytes that are no slot;
  ///   ``VaultError/costOutOfRange(memoryByteCount:operations:)``.
  init(parsing range: Range<Int>, of file: [UInt8]) throws(VaultError) {
    var id: [UInt8] = []
    var name = ""
    var created: UInt64 = 0
    var nonce: [UInt8] = []
    var wrappedKey: [UInt8] = []
    var passphrase: Range<Int>?
    var reader = ProtobufReader(range)
    do throws(WireError) {
      while let field = try reader.next(in: file.span) {
        switch field.number {
        case Field.id: id = Array(file[try field.byteRange])
        case Field.name: name = String(decoding: file[try field.byteRange], as: UTF8.self)
        case Field.created: created = try field.integer
        case Field.nonce: nonce = Array(file[try field.byteRange])
        case Field.wrappedKey: wrappedKey = Array(file[try field.byteRange])
        case Field.passphrase: passphrase = try field.byteRange
        default: break
        }
      }
    } catch {
      throw .damaged(.header)
    }
    let kind = try passphrase.map { (range) throws(VaultError) in
      try Self.passphraseKind(parsing: range, of: file)
    }
    if case .passphrase = kind {
      guard id.count == Self.identifierByteCount, nonce.count == Sealing.nonceByteCount,
        wrappedKey.count == Sealing.keyByteCount + Sealing.tagByteCount
      else { throw .damaged(.header) }
    }
    self.init(
      id: id,
      name: name,
      created: UnixTime(clamping: Int64(clamping: created)),
      kind: kind ?? .unknown,
      isForPassphrase: passphrase != nil,
      nonce: nonce,
      wrappedKey: wrappedKey,
      encoded: Array(file[range])
    )
  }

  private static func passphraseKind(
    parsing range: Range<Int>,
    of file: [UInt8]
  ) throws(VaultError) -> Kind {
    var salt: [UInt8] = []
    var operations: UInt64 = 0
    var memoryByteCount: UInt64 = 0
    var algorithm: UInt64 = 0
    var reader = ProtobufReader(range)
    do throws(WireError) {
      while let field = try reader.next(in: file.span) {
        switch field.number {
        case Field.salt: salt = Array(file[try field.byteRange])
        case Field.operations: operations = try field.integer
        case Field.memoryByteCount: memoryByteCount = try field.integer
        case Field.algorithm: algorithm = try field.integer
        default: break
        }
      }
    } catch {
      throw .damaged(.header)
    }
    guard algorithm == argon2id else { return .unknown }
    guard salt.count == identifierByteCount else { throw .damaged(.header) }
    return .passphrase(
      salt: salt,
      cost: try PassphraseCost(operations: operations, memoryByteCount: memoryByteCount)
    )
  }
}
