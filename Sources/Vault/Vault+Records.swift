// SPDX-License-Identifier: MIT
public import OTPCore
import Secrets

extension Vault {
  /// How many tokens there are, also of kinds that a newer version made.
  public var count: Int { payload.tokens.count }

  /// How many deletions are remembered.
  public var tombstoneCount: Int { payload.tombstoneCount }

  /// Reads all tokens, in the order in which they were added.
  ///
  /// - Returns: the tokens, without those of kinds that a newer version made.
  /// - Throws: ``VaultError/damaged(_:)``.
  public borrowing func records() throws(VaultError) -> [TokenRecord] {
    try placedRecords().map(\.record)
  }

  /// Reads the tokens that match a query best.
  ///
  /// - Parameter query: what they are to match.
  /// - Returns: the tokens of the first level that has a match, or none. No other is built.
  /// - Throws: ``VaultError/damaged(_:)``; ``VaultError/unsupportedToken`` when one of them is of a
  ///   kind that a newer version made.
  public borrowing func records(matching query: TokenQuery) throws(VaultError) -> [TokenRecord] {
    let id = TokenID(text: query.text)
    var best: TokenQuery.Rank?
    var ranges: [Range<Int>] = []
    do throws(WireError) {
      try payload.arena.withBytes { (bytes) throws(WireError) in
        for range in payload.tokens {
          let label = try LabelFields(parsing: range, in: bytes)
          let isWanted = id.map { Self.isEqual($0.bytes, bytes.extracting(label.id)) } ?? false
          let rank =
            isWanted
            ? .exact
            : query.rank(
              issuer: bytes.extracting(label.issuer),
              account: bytes.extracting(label.account)
            )
          guard let rank, best.map({ rank <= $0 }) ?? true else { continue }
          if rank != best { ranges.removeAll() }
          best = rank
          ranges.append(range)
        }
      }
    } catch {
      throw .damaged(.payload)
    }
    var records: [TokenRecord] = []
    for range in ranges {
      guard let record = try TokenRecord.parse(range, in: payload.arena) else {
        throw .unsupportedToken
      }
      records.append(record)
    }
    return records
  }

  private static func isEqual(_ left: [UInt8], _ right: Span<UInt8>) -> Bool {
    left.count == right.count && right.indices.allSatisfy { left[$0] == right[$0] }
  }

  func record(_ id: TokenID) throws(VaultError) -> (index: Int, record: TokenRecord) {
    for (index, range) in payload.tokens.enumerated() {
      let isWanted = payload.arena.withBytes { bytes in
        guard let label = try? LabelFields(parsing: range, in: bytes) else { return false }
        return Self.isEqual(id.bytes, bytes.extracting(label.id))
      }
      guard isWanted else { continue }
      guard let record = try TokenRecord.parse(range, in: payload.arena) else {
        throw .unsupportedToken
      }
      return (index, record)
    }
    throw .noToken(id)
  }

  func firstRecord(
    labelled label: Label
  ) throws(VaultError) -> (index: Int, record: TokenRecord)? {
    for (index, record) in try placedRecords() where record.token.label == label {
      return (index, record)
    }
    return nil
  }

  /// Reads all tokens of kinds that are known, with their places in the payload.
  func placedRecords() throws(VaultError) -> [(place: Int, record: TokenRecord)] {
    var records: [(place: Int, record: TokenRecord)] = []
    for (place, range) in payload.tokens.enumerated() {
      if let record = try TokenRecord.parse(range, in: payload.arena) {
        records.append((place, record))
      }
    }
    return records
  }
}

/// The first fields of a record, which tell whether it is looked for; the rest is not read.
private struct LabelFields {
  var id = 0..<0
  var issuer = 0..<0
  var account = 0..<0

  init(parsing range: Range<Int>, in bytes: Span<UInt8>) throws(WireError) {
    var reader = ProtobufReader(range)
    while let field = try reader.next(in: bytes) {
      switch field.number {
      case RecordFields.Field.id: id = try field.byteRange
      case RecordFields.Field.issuer: issuer = try field.byteRange
      case RecordFields.Field.account: account = try field.byteRange
      default: break
      }
    }
  }
}
