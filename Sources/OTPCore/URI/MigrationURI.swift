// SPDX-License-Identifier: MIT
import Secrets

/// Google Authenticator's export: `otpauth-migration://offline?data=` and a protobuf message in
/// Base64.
public enum MigrationURI {
  /// The scheme with its slashes, in small letters.
  static let scheme: StaticString = "otpauth-migration://"

  /// The numbers of the message's fields.
  enum Field {
    static let token = 1
    static let version = 2
    static let batchCount = 3
    static let batchIndex = 4
    static let exportID = 5
  }

  /// The numbers of a token's fields.
  enum TokenField {
    static let secret = 1
    static let name = 2
    static let issuer = 3
    static let algorithm = 4
    static let digits = 5
    static let type = 6
    static let counter = 7
  }

  /// Reads a batch.
  ///
  /// The data may be percent-encoded or not. One token that can't be read does not spoil the others.
  ///
  /// - Parameter uri: the bytes; white space around them is dropped.
  /// - Returns: the tokens; all of them share one piece of guarded memory.
  /// - Throws: ``OTPError/notATokenURI``, ``OTPError/missingItem(_:)``, ``OTPError/repeatedItem(_:)``,
  ///   ``OTPError/invalidEncoding(_:)``, ``OTPError/invalidBase64(offset:)``,
  ///   ``OTPError/invalidMigration(_:)``.
  public static func batch(_ uri: Span<UInt8>) throws(OTPError) -> MigrationBatch {
    let text = try PercentEncoding.secretBytes(
      uri.extracting(dataRange(of: uri)),
      plus: .plus,
      item: "data"
    )
    let arena = SecretArena(try Base64.decode(text.span))
    return try arena.withBytes { (bytes) throws(OTPError) in
      do throws(WireError) {
        return try batch(bytes, of: arena)
      } catch {
        throw .invalidMigration(error)
      }
    }
  }

  /// Finds the value of `data`, the one item of the query that counts.
  private static func dataRange(of uri: Span<UInt8>) throws(OTPError) -> Range<Int> {
    let whole = uri.trimmed(0..<uri.count)
    guard uri.starts(with: scheme, in: whole) else { throw .notATokenURI }
    var found: Range<Int>?
    var start = uri.firstIndex(of: UInt8(ascii: "?"), in: whole).map { $0 + 1 } ?? whole.upperBound
    while start < whole.upperBound {
      let end =
        uri.firstIndex(of: UInt8(ascii: "&"), in: start..<whole.upperBound) ?? whole.upperBound
      if uri.starts(with: "data=", in: start..<end) {
        guard found == nil else { throw .repeatedItem("data") }
        found = (start + 5)..<end
      }
      start = end + 1
    }
    guard let found else { throw .missingItem("data") }
    return found
  }

  private static func batch(
    _ bytes: Span<UInt8>,
    of arena: SecretArena
  ) throws(WireError) -> MigrationBatch {
    var entries: [MigrationBatch.Entry] = []
    var (index, count, exportID) = (0, 1, Int32(0))
    var reader = ProtobufReader(0..<bytes.count)
    while let field = try reader.next(in: bytes) {
      switch field.number {
      case Field.token: entries.append(entry(in: try field.byteRange, of: bytes, in: arena))
      case Field.batchCount: count = max(1, Int(clamping: try field.integer))
      case Field.batchIndex: index = Int(clamping: try field.integer)
      // A negative number is written as 64 bits, whatever the field's type.
      case Field.exportID: exportID = Int32(truncatingIfNeeded: try field.integer)
      default: break
      }
    }
    let part = MigrationBatch.Part(index: index, count: count, exportID: exportID)
    return MigrationBatch(entries: entries, part: part)
  }

  private static func entry(
    in range: Range<Int>,
    of bytes: Span<UInt8>,
    in arena: SecretArena
  ) -> MigrationBatch.Entry {
    var label = Label(issuer: "", account: "")
    do throws(OTPError) {
      let fields = try MigrationToken(in: range, of: bytes)
      label = try fields.label(in: bytes)
      let token = try Token(
        label: label,
        secret: arena.secret(in: fields.secret),
        generator: fields.generator
      )
      return MigrationBatch.Entry(label: label, token: .success(token))
    } catch {
      return MigrationBatch.Entry(label: label, token: .failure(error))
    }
  }
}

/// The fields of one token in an export, not yet understood.
private struct MigrationToken {
  var secret = 0..<0
  private var name = 0..<0
  private var issuer = 0..<0
  private var algorithm: UInt64 = 0
  private var digits: UInt64 = 0
  private var type: UInt64 = 0
  private var counter: UInt64 = 0

  init(in range: Range<Int>, of bytes: Span<UInt8>) throws(OTPError) {
    var reader = ProtobufReader(range)
    do throws(WireError) {
      while let field = try reader.next(in: bytes) {
        switch field.number {
        case MigrationURI.TokenField.secret: secret = try field.byteRange
        case MigrationURI.TokenField.name: name = try field.byteRange
        case MigrationURI.TokenField.issuer: issuer = try field.byteRange
        case MigrationURI.TokenField.algorithm: algorithm = try field.integer
        case MigrationURI.TokenField.digits: digits = try field.integer
        case MigrationURI.TokenField.type: type = try field.integer
        case MigrationURI.TokenField.counter: counter = try field.integer
        default: break
        }
      }
    } catch {
      throw .invalidMigration(error)
    }
  }

  func label(in bytes: Span<UInt8>) throws(OTPError) -> Label {
    Label(
      text: try String(utf8: bytes.extracting(name), item: "name"),
      issuer: try String(utf8: bytes.extracting(issuer), item: "issuer")
    )
  }

  var generator: Generator {
    get throws(OTPError) {
      let algorithm: Algorithm
      switch self.algorithm {
      case 0, 1: algorithm = .sha1
      case 2: algorithm = .sha256
      case 3: algorithm = .sha512
      default: throw .unknownAlgorithm
      }
      let digits: Digits
      switch self.digits {
      case 0, 1: digits = .six
      case 2: digits = try Digits(8)
      default: throw .invalidItem("digits")
      }
      switch type {
      case 1: return .hotp(algorithm: algorithm, digits: digits, counter: Counter(counter))
      case 2: return .totp(algorithm: algorithm, digits: digits, period: .thirtySeconds)
      default: throw .invalidItem("type")
      }
    }
  }
}
