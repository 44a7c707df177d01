// SPDX-License-Identifier: MIT
import Secrets

/// An export of Google Authenticator: one URI of perhaps several, each with up to ten tokens.
///
/// `otpauth-migration://offline?data=` and a protobuf message in Base64.
public struct Migration: Sendable {
  /// Which part of an export this is.
  public struct Batch: Hashable, Sendable {
    /// How many parts there are, 1 or more.
    public let size: Int
    /// Which one it is, from 0.
    public let index: Int
    /// What the parts of one export have in common.
    public let id: Int32

    /// Names a part.
    ///
    /// - Parameters:
    ///   - size: how many parts there are.
    ///   - index: which one it is, from 0.
    ///   - id: what the parts have in common.
    public init(size: Int, index: Int, id: Int32) {
      self.size = size
      self.index = index
      self.id = id
    }
  }

  /// The tokens in their order; for one that can't be read, why.
  public let entries: [Result<Token, OTPError>]

  /// Which part this is.
  public let batch: Batch

  /// How many tokens Google puts into one part.
  public static let batchCapacity = 10

  static let scheme = "otpauth-migration"

  enum Field {
    static let token = 1
    static let version = 2
    static let batchSize = 3
    static let batchIndex = 4
    static let batchID = 5
  }

  enum TokenField {
    static let secret = 1
    static let name = 2
    static let issuer = 3
    static let algorithm = 4
    static let digits = 5
    static let type = 6
    static let counter = 7
  }

  /// Reads an export.
  ///
  /// - Parameter uri: the URI as UTF-8; `+`, `/` and `=` in its data may stand as they are.
  /// - Throws: ``OTPError/notATokenURI``, ``OTPError/missingItem(_:)``,
  ///   ``OTPError/migrationNotBase64``, ``OTPError/invalidMigration(_:)``.
  public init(uri: Span<UInt8>) throws(OTPError) {
    guard let parts = URIParts(uri), parts.scheme == Self.scheme else { throw .notATokenURI }
    guard let data = try parts.item("data") else { throw .missingItem("data") }
    let text = SecretBytes(capacity: data.count) { output in
      // A plus is a plus here, encoded or not: Base64 has no space.
      PercentEncoding.decode(uri.extracting(data), plus: .isPlus, into: &output)
    }
    guard let message = text.withBytes(Base64.decode) else { throw .migrationNotBase64 }
    try self.init(message: SecretArena(message))
  }

  private init(message: SecretArena) throws(OTPError) {
    var entries: [Result<Token, OTPError>] = []
    var size: UInt64 = 1
    var index: UInt64 = 0
    var id: UInt64 = 0
    do throws(WireError) {
      try message.withBytes { (bytes) throws(WireError) in
        var reader = ProtobufReader(0..<bytes.count)
        while let field = try reader.next(in: bytes) {
          switch field.number {
          case Field.token:
            let entry = try MigrationEntry(parsing: field.byteRange, in: bytes)
            entries.append(Result { () throws(OTPError) in try entry.token(in: message) })
          case Field.batchSize: size = try field.integer
          case Field.batchIndex: index = try field.integer
          case Field.batchID: id = try field.integer
          default: break
          }
        }
      }
    } catch {
      throw .invalidMigration(error)
    }
    self.entries = entries
    batch = Batch(
      size: max(1, Int(clamping: size)),
      index: Int(clamping: index),
      id: Int32(truncatingIfNeeded: id)
    )
  }
}

/// One token of an export, as it lies in the message.
private struct MigrationEntry {
  private var secret = 0..<0
  private var label = Label(issuer: "", account: "")
  private var algorithm: UInt64 = 0
  private var digits: UInt64 = 0
  private var type: UInt64 = 0
  private var counter: UInt64 = 0

  init(parsing range: Range<Int>, in bytes: Span<UInt8>) throws(WireError) {
    func string(_ range: Range<Int>) -> String {
      let copy = [UInt8](capacity: range.count) {
        $0.append(contentsOf: bytes.extracting(range))
      }
      return String(decoding: copy, as: UTF8.self)
    }
    var reader = ProtobufReader(range)
    while let field = try reader.next(in: bytes) {
      switch field.number {
      case Migration.TokenField.secret: secret = try field.byteRange
      case Migration.TokenField.name: label.account = string(try field.byteRange)
      case Migration.TokenField.issuer: label.issuer = string(try field.byteRange)
      case Migration.TokenField.algorithm: algorithm = try field.integer
      case Migration.TokenField.digits: digits = try field.integer
      case Migration.TokenField.type: type = try field.integer
      case Migration.TokenField.counter: counter = try field.integer
      default: break
      }
    }
    label = Label(name: label.account, issuer: label.issuer)
  }

  func token(in message: SecretArena) throws(OTPError) -> Token {
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
    let generator: Generator
    switch type {
    case 1: generator = .hotp(algorithm: algorithm, digits: digits, counter: Counter(counter))
    case 0, 2:
      generator = .totp(algorithm: algorithm, digits: digits, period: .thirtySeconds)
    default: throw .unknownURIType
    }
    return try Token(label: label, secret: message.secret(in: secret), generator: generator)
  }
}

extension Label {
  /// Parts a name that may repeat the issuer, or be all that tells it.
  ///
  /// - Parameters:
  ///   - name: the account, perhaps with `issuer:` in front.
  ///   - issuer: the issuer, or empty.
  init(name: String, issuer: String) {
    if !issuer.isEmpty {
      let repeats = name.hasPrefix("\(issuer):")
      let account = repeats ? name.dropFirst(issuer.count + 1) : name[...]
      self.init(issuer: issuer, account: String(account.drop { $0 == " " }))
    } else if let colon = name.firstIndex(of: ":") {
      let account = name[name.index(after: colon)...]
      self.init(issuer: String(name[..<colon]), account: String(account.drop { $0 == " " }))
    } else {
      self.init(issuer: "", account: name)
    }
  }
}
