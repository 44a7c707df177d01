// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// The tokens of an open vault: one piece of guarded memory, and where each token lies in it.
///
/// A change makes a new piece; what is not changed is copied byte for byte, so that fields which
/// this version does not know stay as they are.
struct Payload {
  private enum Field {
    static let token = 1
    static let tombstone = 2
    static let removedSlot = 20
  }

  private enum TombstoneField {
    static let id = 1
    static let deleted = 2
  }

  /// The payload with its padding, ready to be sealed.
  let arena: SecretArena
  /// Where each token lies, without its tag and length.
  let tokens: [Range<Int>]
  /// How many deletions are remembered.
  let tombstoneCount: Int
  /// Whole fields that are no tokens.
  private let others: [Range<Int>]

  /// Finds the tokens.
  ///
  /// - Parameter arena: the payload with its padding.
  /// - Throws: ``VaultError/damaged(_:)``.
  init(parsing arena: SecretArena) throws(VaultError) {
    var tokens: [Range<Int>] = []
    var others: [Range<Int>] = []
    var tombstoneCount = 0
    do throws(WireError) {
      try arena.withBytes { (bytes) throws(WireError) in
        guard let end = Padding.unpaddedByteCount(of: bytes) else {
          throw .truncated(offset: bytes.count)
        }
        var reader = ProtobufReader(0..<end)
        while let field = try reader.next(in: bytes) {
          if field.number == Field.token {
            tokens.append(try field.byteRange)
          } else {
            if field.number == Field.tombstone { tombstoneCount += 1 }
            others.append(field.range)
          }
        }
      }
    } catch {
      throw .damaged(.payload)
    }
    self.arena = arena
    self.tokens = tokens
    self.others = others
    self.tombstoneCount = tombstoneCount
  }

  /// A payload without a token.
  static func empty() throws(VaultError) -> Payload {
    try Payload(parsing: SecretArena(padded(capacity: 0) { _ in }))
  }

  /// Makes a payload with other tokens in the place of some, and more at the end.
  ///
  /// - Parameters:
  ///   - changes: the tokens that change, by their place.
  ///   - additions: the tokens that are added.
  /// - Returns: the payload.
  /// - Throws: ``VaultError/tooLarge(limit:)``, ``VaultError/damaged(_:)``.
  func storing(
    _ changes: [Int: TokenRecord],
    appending additions: [TokenRecord]
  ) throws(VaultError) -> Payload {
    var unknown: [Int: [Range<Int>]] = [:]
    var capacity = arena.count
    for (place, record) in changes {
      let ranges = try unknownFields(ofToken: place)
      unknown[place] = ranges
      capacity += record.byteCount(keeping: Self.byteCount(ranges)) + 16
    }
    for record in additions { capacity += record.byteCount(keeping: 0) + 16 }
    let padded = arena.withBytes { bytes in
      Self.padded(capacity: capacity) { output in
        for (place, range) in tokens.enumerated() {
          if let record = changes[place] {
            let kept = unknown[place] ?? []
            Self.append(record, Self.byteCount(kept), to: &output)
            for range in kept { output.append(contentsOf: bytes.extracting(range)) }
          } else {
            output.appendElement(ofField: Field.token, bytes: bytes.extracting(range))
          }
        }
        for record in additions { Self.append(record, 0, to: &output) }
        for range in others { output.append(contentsOf: bytes.extracting(range)) }
      }
    }
    return try Self.checked(padded)
  }

  private static func append(
    _ record: TokenRecord,
    _ unknownByteCount: Int,
    to output: inout OutputSpan<UInt8>
  ) {
    output.appendHeader(
      ofField: Field.token,
      byteCount: record.byteCount(keeping: unknownByteCount)
    )
    record.append(to: &output)
  }

  private static func byteCount(_ ranges: [Range<Int>]) -> Int {
    ranges.reduce(0) { $0 + $1.count }
  }

  /// Makes a payload without a token, which remembers that it was deleted.
  ///
  /// - Parameters:
  ///   - index: which token.
  ///   - id: its id.
  ///   - time: now.
  /// - Returns: the payload.
  /// - Throws: ``VaultError/tooLarge(limit:)``.
  func removing(_ index: Int, id: TokenID, at time: UnixTime) throws(VaultError) -> Payload {
    let tombstone = [UInt8](capacity: 64) { output in
      output.appendField(TombstoneField.id, bytes: id.bytes.span)
      output.appendField(TombstoneField.deleted, varint: UInt64(time.seconds))
    }
    let padded = arena.withBytes { bytes in
      Self.padded(capacity: arena.count + tombstone.count + 32) { output in
        for (place, range) in tokens.enumerated() where place != index {
          output.appendElement(ofField: Field.token, bytes: bytes.extracting(range))
        }
        for range in others { output.append(contentsOf: bytes.extracting(range)) }
        output.appendElement(ofField: Field.tombstone, bytes: tombstone.span)
      }
    }
    return try Self.checked(padded)
  }

  /// Makes a payload that remembers that a key slot was removed, so that merging does not bring it
  /// back.
  ///
  /// - Parameter id: the slot's.
  /// - Returns: the payload.
  /// - Throws: ``VaultError/tooLarge(limit:)``.
  func rememberingRemovedSlot(_ id: [UInt8]) throws(VaultError) -> Payload {
    let padded = arena.withBytes { bytes in
      Self.padded(capacity: arena.count + id.count + 32) { output in
        for range in tokens {
          output.appendElement(ofField: Field.token, bytes: bytes.extracting(range))
        }
        for range in others { output.append(contentsOf: bytes.extracting(range)) }
        output.appendElement(ofField: Field.removedSlot, bytes: id.span)
      }
    }
    return try Self.checked(padded)
  }

  /// Finds the fields of a token that this version does not know.
  private func unknownFields(ofToken place: Int) throws(VaultError) -> [Range<Int>] {
    do throws(WireError) {
      return try arena.withBytes { (bytes) throws(WireError) in
        try RecordFields(parsing: tokens[place], in: bytes).unknown
      }
    } catch {
      throw .damaged(.payload)
    }
  }

  private static func checked(_ padded: consuming SecretBytes) throws(VaultError) -> Payload {
    guard padded.count <= Envelope.mostByteCount / 2 else {
      throw .tooLarge(limit: Envelope.mostByteCount / 2)
    }
    return try Payload(parsing: SecretArena(padded))
  }

  private static func padded(
    capacity: Int,
    _ write: (inout OutputSpan<UInt8>) -> Void
  ) -> SecretBytes {
    SecretBytes(capacity: Padding.paddedByteCount(for: capacity)) { output in
      write(&output)
      let target = Padding.paddedByteCount(for: output.count)
      output.append(Padding.mark)
      output.append(repeating: 0, count: target - output.count)
    }
  }
}
