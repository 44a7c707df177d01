// SPDX-License-Identifier: MIT
public import OTPCore
import Secrets

extension Vault {
  /// How many tokens there are, also of those that are beyond this version.
  public var count: Int { payload.tokens.count }

  /// How many deletions are remembered.
  public var tombstoneCount: Int { payload.tombstoneCount }

  /// Reads all tokens, in the order in which they were added.
  ///
  /// - Returns: the tokens, without those that are beyond this version.
  /// - Throws: ``VaultError/damaged(_:)``.
  public borrowing func records() throws(VaultError) -> [TokenRecord] {
    try placedRecords().map(\.record)
  }

  /// Reads the tokens that match a query best.
  ///
  /// - Parameter query: what they are to match.
  /// - Returns: the tokens of the first level that has a match, or none. No other is built.
  /// - Throws: ``VaultError/damaged(_:)``; ``VaultError/unsupportedToken`` when all of them are
  ///   beyond this version.
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
      if let record = try TokenRecord.parse(range, in: payload.arena) { records.append(record) }
    }
    guard ranges.isEmpty || !records.isEmpty else { throw .unsupportedToken }
    return records
  }

  private static func isEqual(_ left: [UInt8], _ right: Span<UInt8>) -> Bool {
    left.count == right.count && right.indices.allSatisfy { left[$0] == right[$0] }
  }

  func record(_ id: TokenID) throws(VaultError) -> (index: Int, record: TokenRecord) {
    var found: Int?
    for (index, range) in payload.tokens.enumerated() {
      let isWanted = payload.arena.withBytes { bytes in
        guard let label = try? LabelFields(parsing: range, in: bytes) else { return false }
        return Self.isEqual(id.bytes, bytes.extracting(label.id))
      }
      guard isWanted else { continue }
      // Whichever of the two was changed, it might be the other that was meant.
      guard found == nil else { throw .repeatedID(id) }
      found = index
    }
    guard let found else { throw .noToken(id) }
    guard let record = try TokenRecord.parse(payload.tokens[found], in: payload.arena) else {
      throw .unsupportedToken
    }
    return (found, record)
  }

  func firstRecord(
    labelled label: Label
  ) throws(VaultError) -> (index: Int, record: TokenRecord)? {
    for (index, record) in try placedRecords(near: [label]) where record.token.label == label {
      return (index, record)
    }
    return nil
  }

  /// Reads the tokens that may have one of some labels, with their places in the payload, and few others.
  ///
  /// Text beyond ASCII can be the same in other bytes, so that such labels are compared once they are
  /// strings; of all others the bytes tell.
  func placedRecords(
    near labels: [Label]
  ) throws(VaultError) -> [(place: Int, record: TokenRecord)] {
    let areASCII = labels.allSatisfy { label in
      label.issuer.utf8.allSatisfy { $0 < 0x80 } && label.account.utf8.allSatisfy { $0 < 0x80 }
    }
    // Many labels are looked up in a dictionary of all tokens sooner than in each of them.
    guard areASCII, labels.count <= 16 else { return try placedRecords() }
    var places: [Int] = []
    do throws(WireError) {
      try payload.arena.withBytes { (bytes) throws(WireError) in
        for (place, range) in payload.tokens.enumerated() {
          let fields = try LabelFields(parsing: range, in: bytes)
          let issuer = bytes.extracting(fields.issuer)
          let account = bytes.extracting(fields.account)
          let isNear =
            labels.contains { issuer.isEqual($0.issuer) && account.isEqual($0.account) }
            || !issuer.isASCII || !account.isASCII
          if isNear { places.append(place) }
        }
      }
    } catch {
      throw .damaged(.payload)
    }
    var records: [(place: Int, record: TokenRecord)] = []
    for place in places {
      if let record = try TokenRecord.parse(payload.tokens[place], in: payload.arena) {
        records.append((place, record))
      }
    }
    return records
  }

  /// Reads all tokens that are not beyond this version, with their places in the payload.
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

/// The fields of a record that tell whether it is looked for; of the others only the ends are found.
private struct LabelFields {
  var id = 0..<0
  var issuer = 0..<0
  var account = 0..<0

  init(parsing range: Range<Int>, in bytes: Span<UInt8>) throws(WireError) {
    var reader = ProtobufReader(range)
    // A field of another type than it should have matches nothing.
    while let field = try reader.nextBytes(in: bytes) {
      switch field.number {
      case RecordFields.Field.id: id = field.range
      case RecordFields.Field.issuer: issuer = field.range
      case RecordFields.Field.account: account = field.range
      default: break
      }
    }
  }
}

extension Span<UInt8> {
  fileprivate var isASCII: Bool {
    for index in indices where self[index] >= 0x80 { return false }
    return true
  }

  /// Compares byte by byte.
  fileprivate func isEqual(_ text: String) -> Bool {
    guard text.utf8.count == count else { return false }
    let other = text.utf8.span
    for index in indices where self[index] != other[index] { return false }
    return true
  }
}
