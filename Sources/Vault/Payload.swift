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

  /// Makes a payload with another message in the place of a token, or at the end.
  ///
  /// - Parameters:
  ///   - message: the token's new message.
  ///   - index: which token, or `nil` for one more.
  /// - Returns: the payload.
  /// - Throws: ``VaultError/tooLarge(limit:)``.
  func storing(_ message: borrowing SecretBytes, at index: Int?) throws(VaultError) -> Payload {
    let capacity = arena.count + message.count + 32
    let padded = arena.withBytes { bytes in
      Self.padded(capacity: capacity) { output in
        for (place, range) in tokens.enumerated() {
          if place == index {
            output.appendElement(ofField: Field.token, bytes: message.span)
          } else {
            output.appendElement(ofField: Field.token, bytes: bytes.extracting(range))
          }
        }
        if index == nil { output.appendElement(ofField: Field.token, bytes: message.span) }
        for range in others { output.append(contentsOf: bytes.extracting(range)) }
      }
    }
    return try Self.checked(padded)
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

  /// Copies the fields of a token that this version does not know.
  ///
  /// - Parameter index: which token.
  /// - Returns: the whole fields, one after the other.
  /// - Throws: ``VaultError/damaged(_:)``.
  func unknownFields(ofToken index: Int) throws(VaultError) -> SecretBytes {
    do throws(WireError) {
      return try arena.withBytes { (bytes) throws(WireError) in
        let unknown = try RecordFields(parsing: tokens[index], in: bytes).unknown
        return SecretBytes(capacity: tokens[index].count) { output in
          for range in unknown { output.append(contentsOf: bytes.extracting(range)) }
        }
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
