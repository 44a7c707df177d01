// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

extension TokenRecord {
  /// Reads a record; its secret stays where it lies.
  ///
  /// - Parameters:
  ///   - range: where the record lies.
  ///   - arena: the payload.
  /// - Returns: the record, or `nil` for a kind of token that a newer version made.
  /// - Throws: ``VaultError/damaged(_:)``.
  static func parse(_ range: Range<Int>, in arena: SecretArena) throws(VaultError) -> TokenRecord? {
    do {
      return try arena.withBytes { (bytes) throws -> TokenRecord? in
        let fields = try RecordFields(parsing: range, in: bytes)
        guard let id = TokenID(bytes: array(fields.id, bytes)) else {
          throw VaultError.damaged(.payload)
        }
        guard let generator = try fields.generator else { return nil }
        let token = try Token(
          label: Label(
            issuer: string(fields.issuer, bytes),
            account: string(fields.account, bytes)
          ),
          secret: arena.secret(in: fields.secret),
          generator: generator,
          tags: fields.tags.map { string($0, bytes) },
          note: string(fields.note, bytes)
        )
        return TokenRecord(
          id: id,
          created: UnixTime(clamping: Int64(clamping: fields.created)),
          modified: UnixTime(clamping: Int64(clamping: fields.modified)),
          token: token
        )
      }
    } catch {
      throw .damaged(.payload)
    }
  }

  private static func array(_ range: Range<Int>, _ bytes: Span<UInt8>) -> [UInt8] {
    [UInt8](capacity: range.count) { $0.append(contentsOf: bytes.extracting(range)) }
  }

  private static func string(_ range: Range<Int>, _ bytes: Span<UInt8>) -> String {
    String(decoding: array(range, bytes), as: UTF8.self)
  }

  /// Counts the bytes of the record's message.
  ///
  /// - Parameter unknownByteCount: the bytes of the fields that a newer version gave the record.
  /// - Returns: the bytes, without the message's own tag and length.
  func byteCount(keeping unknownByteCount: Int) -> Int {
    var count = ProtobufSize.field(RecordFields.Field.id, byteCount: TokenID.byteCount)
    for (field, value) in integers { count += ProtobufSize.field(field, varint: value) }
    count += ProtobufSize.field(
      RecordFields.Field.issuer,
      byteCount: token.label.issuer.utf8.count
    )
    count += ProtobufSize.field(
      RecordFields.Field.account,
      byteCount: token.label.account.utf8.count
    )
    count += ProtobufSize.field(RecordFields.Field.secret, byteCount: token.secret.count)
    for tag in token.tags {
      count += ProtobufSize.element(ofField: RecordFields.Field.tag, byteCount: tag.utf8.count)
    }
    count += ProtobufSize.field(RecordFields.Field.note, byteCount: token.note.utf8.count)
    return count + unknownByteCount
  }

  /// Writes the record's message.
  ///
  /// - Parameter output: where it goes: ``byteCount(keeping:)`` bytes, and then the unknown fields.
  func append(to output: inout OutputSpan<UInt8>) {
    output.appendField(RecordFields.Field.id, bytes: id.bytes.span)
    for (field, value) in integers { output.appendField(field, varint: value) }
    output.appendField(RecordFields.Field.issuer, string: token.label.issuer)
    output.appendField(RecordFields.Field.account, string: token.label.account)
    token.secret.withBytes { secret in
      output.appendField(RecordFields.Field.secret, bytes: secret)
    }
    for tag in token.tags {
      output.appendElement(ofField: RecordFields.Field.tag, bytes: tag.utf8.span)
    }
    output.appendField(RecordFields.Field.note, string: token.note)
  }

  private var integers: [(field: Int, value: UInt64)] {
    let generator = token.generator
    return [
      (RecordFields.Field.created, UInt64(created.seconds)),
      (RecordFields.Field.modified, UInt64(modified.seconds)),
      (RecordFields.Field.type, Self.code(generator).rawValue),
      (RecordFields.Field.algorithm, AlgorithmCode.code(generator.algorithm)),
      (RecordFields.Field.digits, UInt64(generator.codeLength)),
      (RecordFields.Field.period, UInt64(generator.period?.seconds ?? 0)),
      (RecordFields.Field.counter, generator.counter?.value ?? 0),
      (RecordFields.Field.counterSpent, generator.counter?.isSpent == true ? 1 : 0),
    ]
  }

  private static func code(_ generator: Generator) -> GeneratorCode {
    switch generator {
    case .totp: .totp
    case .hotp: .hotp
    case .steam: .steam
    }
  }
}
