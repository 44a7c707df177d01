// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// A token as it crosses from one process to the other.
///
///     message Token {
///       bytes issuer = 1;
///       bytes account = 2;
///       bytes secret = 3;
///       uint64 type = 4;          // 1 TOTP, 2 HOTP, 3 Steam
///       uint64 algorithm = 5;     // 1, 256, 512
///       uint64 digits = 6;
///       uint64 period = 7;        // seconds
///       uint64 counter = 8;
///       bool counter_spent = 9;
///       repeated bytes tags = 10;
///       bytes note = 11;
///     }
package enum TokenMessage {
  private enum Field {
    static let issuer = 1
    static let account = 2
    static let secret = 3
    static let type = 4
    static let algorithm = 5
    static let digits = 6
    static let period = 7
    static let counter = 8
    static let isSpent = 9
    static let tags = 10
    static let note = 11
  }

  /// Counts the bytes of a message.
  static func byteCount(_ token: Token) -> Int {
    var count =
      ProtobufSize.field(Field.issuer, byteCount: token.label.issuer.utf8.count)
      + ProtobufSize.field(Field.account, byteCount: token.label.account.utf8.count)
      + ProtobufSize.field(Field.secret, byteCount: token.secret.count)
      + ProtobufSize.field(Field.note, byteCount: token.note.utf8.count)
    for tag in token.tags {
      count += ProtobufSize.element(ofField: Field.tags, byteCount: tag.utf8.count)
    }
    for (field, value) in numbers(token.generator) {
      count += ProtobufSize.field(field, varint: value)
    }
    return count
  }

  /// Writes a message.
  static func append(_ token: Token, to output: inout OutputSpan<UInt8>) {
    output.appendField(Field.issuer, string: token.label.issuer)
    output.appendField(Field.account, string: token.label.account)
    token.secret.withBytes { output.appendField(Field.secret, bytes: $0) }
    for (field, value) in numbers(token.generator) { output.appendField(field, varint: value) }
    for tag in token.tags { output.appendElement(ofField: Field.tags, bytes: tag.utf8.span) }
    output.appendField(Field.note, string: token.note)
  }

  private static func numbers(_ generator: Generator) -> [(field: Int, value: UInt64)] {
    let type: UInt64 =
      switch generator {
      case .totp: 1
      case .hotp: 2
      case .steam: 3
      }
    let algorithm: UInt64 =
      switch generator.algorithm {
      case .sha1: 1
      case .sha256: 256
      case .sha512: 512
      }
    return [
      (Field.type, type), (Field.algorithm, algorithm),
      (Field.digits, UInt64(generator.codeLength)),
      (Field.period, generator.period.map { UInt64($0.seconds) } ?? 0),
      (Field.counter, generator.counter?.value ?? 0),
      (Field.isSpent, generator.counter?.isSpent == true ? 1 : 0),
    ]
  }

  /// Reads a message; nothing in it is believed.
  ///
  /// - Parameters:
  ///   - range: where it lies.
  ///   - bytes: all bytes of the arena.
  ///   - arena: where the secret is to stay.
  /// - Returns: the token.
  /// - Throws: ``WorkerError/garbledAnswer``.
  static func token(
    in range: Range<Int>,
    of bytes: Span<UInt8>,
    _ arena: SecretArena
  ) throws(WorkerError) -> Token {
    var label = Label(issuer: "", account: "")
    var secret = 0..<0
    var numbers: [Int: UInt64] = [:]
    var tags: [String] = []
    var note = ""
    try MessageReading.forEachField(in: range, of: bytes) { (field) throws(WorkerError) in
      switch field.number {
      case Field.issuer: label.issuer = try MessageReading.string(field, bytes)
      case Field.account: label.account = try MessageReading.string(field, bytes)
      case Field.secret: secret = try MessageReading.range(field)
      case Field.tags: tags.append(try MessageReading.string(field, bytes))
      case Field.note: note = try MessageReading.string(field, bytes)
      default: numbers[field.number] = try MessageReading.number(field)
      }
    }
    do throws(OTPError) {
      return try Token(
        label: label,
        secret: arena.secret(in: secret),
        generator: try generator(numbers),
        tags: tags,
        note: note
      )
    } catch {
      throw .garbledAnswer
    }
  }

  private static func generator(_ numbers: [Int: UInt64]) throws(OTPError) -> Generator {
    let algorithm: Algorithm
    switch numbers[Field.algorithm] {
    case 1: algorithm = .sha1
    case 256: algorithm = .sha256
    case 512: algorithm = .sha512
    default: throw .unknownAlgorithm
    }
    let digits = try Digits(Int(clamping: numbers[Field.digits] ?? 0))
    let seconds = Int64(clamping: numbers[Field.period] ?? 0)
    switch numbers[Field.type] {
    case 1:
      return .totp(algorithm: algorithm, digits: digits, period: try Period(seconds: seconds))
    case 2:
      let counter = Counter(numbers[Field.counter] ?? 0, isSpent: numbers[Field.isSpent] == 1)
      return .hotp(algorithm: algorithm, digits: digits, counter: counter)
    case 3: return .steam(period: try Period(seconds: seconds))
    default: throw .unknownURIType
    }
  }
}

/// Reads the fields of messages between the two processes.
enum MessageReading {
  static func forEachField(
    in range: Range<Int>,
    of bytes: Span<UInt8>,
    _ body: (ProtobufField) throws(WorkerError) -> Void
  ) throws(WorkerError) {
    var reader = ProtobufReader(range)
    while true {
      let field: ProtobufField?
      do throws(WireError) {
        field = try reader.next(in: bytes)
      } catch {
        throw .garbledAnswer
      }
      guard let field else { return }
      try body(field)
    }
  }

  static func range(_ field: ProtobufField) throws(WorkerError) -> Range<Int> {
    guard case .bytes(let range) = field.value else { throw .garbledAnswer }
    return range
  }

  static func number(_ field: ProtobufField) throws(WorkerError) -> UInt64 {
    guard case .varint(let number) = field.value else { throw .garbledAnswer }
    return number
  }

  static func string(
    _ field: ProtobufField,
    _ bytes: Span<UInt8>
  ) throws(WorkerError) -> String {
    let text = bytes.extracting(try range(field))
    return String(
      decoding: [UInt8](capacity: text.count) { $0.append(contentsOf: text) },
      as: UTF8.self
    )
  }
}
