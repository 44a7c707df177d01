// SPDX-License-Identifier: MIT
import OTPCore

extension KeySlot {
  /// The numbers of `docs/vault.proto`, messages KeySlot, Passphrase, KeyFile and RecoveryCode.
  private enum Field {
    static let id = 1
    static let name = 2
    static let created = 3
    static let nonce = 4
    static let wrappedKey = 5
    static let passphrase = 10
    static let keyFile = 11
    static let recoveryCode = 12

    static let salt = 1
    // Of a passphrase.
    static let operations = 2
    static let memoryByteCount = 3
    static let algorithm = 4
    // Of a key file and a recovery code; what is between this and `algorithm` are integers.
    static let hash = 2
  }

  /// Argon2id, version 1.3, one lane.
  private static let argon2id: UInt64 = 1
  /// BLAKE2b of 32 bytes, with the salt for its key.
  private static let blake2b: UInt64 = 1

  static func encode(
    id: [UInt8],
    name: String,
    created: UnixTime,
    nonce: [UInt8],
    wrappedKey: [UInt8],
    opener: Opener,
    salt: [UInt8]
  ) -> [UInt8] {
    let (number, kind) = encode(opener, salt)
    let capacity = name.utf8.count + kind.count + 256
    return [UInt8](capacity: capacity) { output in
      output.appendField(Field.id, bytes: id.span)
      output.appendField(Field.name, string: name)
      output.appendField(Field.created, varint: UInt64(created.seconds))
      output.appendField(Field.nonce, bytes: nonce.span)
      output.appendField(Field.wrappedKey, bytes: wrappedKey.span)
      output.appendField(number, bytes: kind.span)
    }
  }

  private static func encode(_ opener: Opener, _ salt: [UInt8]) -> (number: Int, bytes: [UInt8]) {
    switch opener {
    case .passphrase(let cost):
      let bytes = [UInt8](capacity: salt.count + 64) { output in
        output.appendField(Field.salt, bytes: salt.span)
        output.appendField(Field.operations, varint: cost.operations)
        output.appendField(Field.memoryByteCount, varint: cost.memoryByteCount)
        output.appendField(Field.algorithm, varint: argon2id)
      }
      return (Field.passphrase, bytes)
    case .keyFile: return (Field.keyFile, encode(hashSalt: salt))
    case .recoveryCode: return (Field.recoveryCode, encode(hashSalt: salt))
    }
  }

  private static func encode(hashSalt salt: [UInt8]) -> [UInt8] {
    [UInt8](capacity: salt.count + 16) { output in
      output.appendField(Field.salt, bytes: salt.span)
      output.appendField(Field.hash, varint: blake2b)
    }
  }

  /// The same slot under another name; all else stays, byte for byte.
  ///
  /// - Parameter name: what its owner calls it.
  /// - Returns: the slot, which opens as it did.
  /// - Throws: ``VaultError/damaged(_:)``.
  func renamed(to name: String) throws(VaultError) -> KeySlot {
    var kept: [Range<Int>] = []
    var reader = ProtobufReader(0..<encoded.count)
    do throws(WireError) {
      while let field = try reader.next(in: encoded.span) {
        if field.number != Field.name { kept.append(field.range) }
      }
    } catch {
      throw .damaged(.header)
    }
    let bytes = [UInt8](capacity: encoded.count + name.utf8.count + 16) { output in
      for range in kept { output.append(contentsOf: encoded.span.extracting(range)) }
      output.appendField(Field.name, string: name)
    }
    return KeySlot(
      id: id,
      name: name,
      created: created,
      kind: kind,
      nonce: nonce,
      wrappedKey: wrappedKey,
      encoded: bytes
    )
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
    var opener: (field: Int, range: Range<Int>)?
    var reader = ProtobufReader(range)
    do throws(WireError) {
      while let field = try reader.next(in: file.span) {
        switch field.number {
        case Field.id: id = Array(file[try field.byteRange])
        case Field.name: name = String(decoding: file[try field.byteRange], as: UTF8.self)
        case Field.created: created = try field.integer
        case Field.nonce: nonce = Array(file[try field.byteRange])
        case Field.wrappedKey: wrappedKey = Array(file[try field.byteRange])
        case Field.passphrase, Field.keyFile, Field.recoveryCode:
          opener = (field.number, try field.byteRange)
        default: break
        }
      }
    } catch {
      throw .damaged(.header)
    }
    let kind = try opener.map { (opener) throws(VaultError) in
      try Self.kind(opener.field, parsing: opener.range, of: file)
    }
    if let kind, kind != .unknown {
      guard id.count == Self.identifierByteCount, nonce.count == Sealing.nonceByteCount,
        wrappedKey.count == Sealing.keyByteCount + Sealing.tagByteCount
      else { throw .damaged(.header) }
    }
    self.init(
      id: id,
      name: name,
      created: UnixTime(clamping: Int64(clamping: created)),
      kind: kind ?? .unknown,
      nonce: nonce,
      wrappedKey: wrappedKey,
      encoded: Array(file[range])
    )
  }

  private static func kind(
    _ number: Int,
    parsing range: Range<Int>,
    of file: [UInt8]
  ) throws(VaultError) -> Kind {
    let isPassphrase = number == Field.passphrase
    let algorithmField = isPassphrase ? Field.algorithm : Field.hash
    var salt: [UInt8] = []
    var integers: [Int: UInt64] = [:]
    var reader = ProtobufReader(range)
    do throws(WireError) {
      while let field = try reader.next(in: file.span) {
        switch field.number {
        case Field.salt: salt = Array(file[try field.byteRange])
        case Field.hash...algorithmField: integers[field.number] = try field.integer
        default: break
        }
      }
    } catch {
      throw .damaged(.header)
    }
    guard integers[algorithmField] == (isPassphrase ? argon2id : blake2b) else { return .unknown }
    guard salt.count == identifierByteCount else { throw .damaged(.header) }
    if number == Field.keyFile { return .keyFile(salt: salt) }
    if number == Field.recoveryCode { return .recoveryCode(salt: salt) }
    return .passphrase(
      salt: salt,
      cost: try PassphraseCost(
        operations: integers[Field.operations] ?? 0,
        memoryByteCount: integers[Field.memoryByteCount] ?? 0
      )
    )
  }
}
