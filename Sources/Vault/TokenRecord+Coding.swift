// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

extension TokenRecord {
  /// Reads a record; its secret stays where it lies.
  ///
  /// A newer version may widen what a field can hold, so that a value out of bounds is no damage.
  ///
  /// - Parameters:
  ///   - range: where the record lies.
  ///   - arena: the payload.
  /// - Returns: the record, or `nil` for one that is beyond this version.
  /// - Throws: ``VaultError/damaged(_:)`` for bytes that are no protobuf message.
  static func parse(_ range: Range<Int>, in arena: SecretArena) throws(VaultError) -> TokenRecord? {
    do throws(WireError) {
      return try arena.withBytes { (bytes) throws(WireError) in
        let fields = try RecordFields(parsing: range, in: bytes)
        return TokenRecord(fields, in: bytes, of: arena)
      }
    } catch .unexpectedValue {
      return nil
    } catch {
      throw .damaged(.payload)
    }
  }

  private init?(_ fields: RecordFields, in bytes: Span<UInt8>, of arena: SecretArena) {
    guard let id = TokenID(bytes: Self.array(fields.id, bytes)),
      let generator = fields.generator,
      let issuer = Self.string(fields.issuer, bytes),
      let account = Self.string(fields.account, bytes),
      let note = Self.string(fields.note, bytes)
    else { return nil }
    var tags: [String] = []
    for range in fields.tags {
      guard let tag = Self.string(range, bytes) else { return nil }
      tags.append(tag)
    }
    let token = try? Token(
      label: Label(issuer: issuer, account: account),
      secret: arena.secret(in: fields.secret),
      generator: generator,
      tags: tags,
      note: note
    )
    guard let token else { return nil }
    self.init(
      id: id,
      created: UnixTime(clamping: Int64(clamping: fields.created)),
      modified: UnixTime(clamping: Int64(clamping: fields.modified)),
      token: token
    )
  }

  private static func array(_ range: Range<Int>, _ bytes: Span<UInt8>) -> [UInt8] {
    [UInt8](capacity: range.count) { $0.append(contentsOf: bytes.extracting(range)) }
  }

  /// Text that is no UTF-8 is not repaired: writing the repaired one back would lose the bytes.
  private static func string(_ range: Range<Int>, _ bytes: Span<UInt8>) -> String? {
    guard let text = try? UTF8Span(validating: bytes.extracting(range)) else { return nil }
    return String(copying: text)
  }

  /// Counts the bytes of the record's message.
  ///
  /// - Parameter unknownByteCount: the bytes of the fields that a newer version gave the record.
  /// - Returns: the bytes, without the message's own tag and length.
  func byteCount(keeping unknownByteCount: Int) -> Int {
    var count = ProtobufSize.field(RecordFields.Field.id, byteCount: TokenID.byteCount)
    for (field, value) in times + parameters { count += ProtobufSize.field(field, varint: value) }
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

  /// Writes the record's message, its fields in the order of their numbers.
  ///
  /// - Parameter output: where it goes: ``byteCount(keeping:)`` bytes, and then the unknown fields.
  func append(to output: inout OutputSpan<UInt8>) {
    output.appendField(RecordFields.Field.id, bytes: id.bytes.span)
    for (field, value) in times { output.appendField(field, varint: value) }
    output.appendField(RecordFields.Field.issuer, string: token.label.issuer)
    output.appendField(RecordFields.Field.account, string: token.label.account)
    token.secret.withBytes { secret in
      output.appendField(RecordFields.Field.secret, bytes: secret)
    }
    for (field, value) in parameters { output.appendField(field, varint: value) }
    for tag in token.tags {
      output.appendElement(ofField: RecordFields.Field.tag, bytes: tag.utf8.span)
    }
    output.appendField(RecordFields.Field.note, string: token.note)
  }

  private var times: [(field: Int, value: UInt64)] {
    [
      (RecordFields.Field.created, UInt64(created.seconds)),
      (RecordFields.Field.modified, UInt64(modified.seconds)),
    ]
  }

  private var parameters: [(field: Int, value: UInt64)] {
    let generator = token.generator
    return [
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
