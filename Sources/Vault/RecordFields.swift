// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// Where the fields of one token lie in the payload; nothing is copied.
///
/// `docs/vault.proto`, message Token.
struct RecordFields {
  enum Field {
    static let id = 1
    static let created = 2
    static let modified = 3
    static let issuer = 4
    static let account = 5
    static let secret = 6
    static let type = 7
    static let algorithm = 8
    static let digits = 9
    static let period = 10
    static let counter = 11
    static let counterSpent = 12
    static let tag = 13
    static let note = 14
  }

  var id = 0..<0
  var created: UInt64 = 0
  var modified: UInt64 = 0
  var issuer = 0..<0
  var account = 0..<0
  var secret = 0..<0
  var type: UInt64 = 0
  var algorithm: UInt64 = 0
  var digits: UInt64 = 0
  var period: UInt64 = 0
  var counter: UInt64 = 0
  var counterSpent: UInt64 = 0
  var tags: [Range<Int>] = []
  var note = 0..<0
  /// Whole fields that this version does not know.
  var unknown: [Range<Int>] = []

  /// Finds the fields of a record.
  ///
  /// - Parameters:
  ///   - range: where the record lies.
  ///   - bytes: the payload.
  /// - Throws: ``WireError``.
  init(parsing range: Range<Int>, in bytes: Span<UInt8>) throws(WireError) {
    var reader = ProtobufReader(range)
    while let field = try reader.next(in: bytes) {
      switch field.number {
      case Field.id: id = try field.byteRange
      case Field.created: created = try field.integer
      case Field.modified: modified = try field.integer
      case Field.issuer: issuer = try field.byteRange
      case Field.account: account = try field.byteRange
      case Field.secret: secret = try field.byteRange
      case Field.type: type = try field.integer
      case Field.algorithm: algorithm = try field.integer
      case Field.digits: digits = try field.integer
      case Field.period: period = try field.integer
      case Field.counter: counter = try field.integer
      case Field.counterSpent: counterSpent = try field.integer
      case Field.tag: tags.append(try field.byteRange)
      case Field.note: note = try field.byteRange
      default: unknown.append(field.range)
      }
    }
  }

  /// How codes are made, or `nil` for what only a newer version can make.
  var generator: Generator? {
    guard let algorithm = AlgorithmCode.algorithm(algorithm) else { return nil }
    let digits = try? Digits(Int(clamping: digits))
    let period = try? Period(seconds: Int64(clamping: period))
    switch GeneratorCode(rawValue: type) {
    case .totp:
      guard let digits, let period else { return nil }
      return .totp(algorithm: algorithm, digits: digits, period: period)
    case .hotp:
      guard let digits else { return nil }
      let counter = Counter(counter, isSpent: counterSpent != 0)
      return .hotp(algorithm: algorithm, digits: digits, counter: counter)
    case .steam:
      return period.map { .steam(period: $0) }
    case nil:
      return nil
    }
  }
}

/// Enum TokenType of `docs/vault.proto`.
enum GeneratorCode: UInt64 {
  case totp = 1
  case hotp = 2
  case steam = 3
}

/// Enum Algorithm of `docs/vault.proto`.
enum AlgorithmCode {
  private static let codes: [(UInt64, Algorithm)] = [(1, .sha1), (2, .sha256), (3, .sha512)]

  static func algorithm(_ code: UInt64) -> Algorithm? {
    codes.first { $0.0 == code }?.1
  }

  static func code(_ algorithm: Algorithm) -> UInt64 {
    codes.first { $0.1 == algorithm }?.0 ?? 0
  }
}
