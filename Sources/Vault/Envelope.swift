// SPDX-License-Identifier: MIT
import CSodium
import OTPCore
import Secrets

/// The outer form of a vault: the header, which is in clear, and the sealed payload.
///
/// Its form is in `docs/vault-format.md`.
public struct Envelope: Sendable {
  /// What every vault of this version begins with: `totpvault` and the version.
  static let magic: [UInt8] = Array("totpvault".utf8) + [1]
  /// The most bytes that a vault file has.
  public static let mostByteCount = 64 << 20
  /// XChaCha20-Poly1305.
  private static let cipherSuite: UInt64 = 1
  private static let checksumByteCount = 16
  /// The most key slots that a vault has.
  public static let mostSlots = 32
  private static let lengthByteCount = 4

  private enum Field {
    static let vaultID = 1
    static let cipherSuite = 2
    static let keySlot = 3
    static let checksum = 15
  }

  /// 16 random bytes that are the vault's own.
  public let vaultID: [UInt8]
  /// The ways to the vault key.
  public let slots: [KeySlot]
  /// Fields of the header that this version does not know, as they lay in the file.
  private let unknownFields: [UInt8]
  /// The magic, the header's length and the header: what the payload is associated with.
  private let prefix: [UInt8]
  private let nonce: [UInt8]
  /// A part of the file as it was read; a copy of it would take as long as opening it.
  private var sealedPayload: ArraySlice<UInt8>

  /// Makes the header of a new vault, or of one with other slots; there is no payload yet.
  init(vaultID: [UInt8], slots: [KeySlot], keeping unknownFields: [UInt8] = []) {
    self.vaultID = vaultID
    self.slots = slots
    self.unknownFields = unknownFields
    prefix = Self.prefix(vaultID, slots, unknownFields)
    nonce = []
    sealedPayload = []
  }

  /// The same header with other slots.
  func replacingSlots(_ slots: [KeySlot]) -> Envelope {
    Envelope(vaultID: vaultID, slots: slots, keeping: unknownFields)
  }

  /// The same header without the sealed payload, which is not needed once it has been opened.
  var withoutPayload: Envelope {
    var copy = self
    copy.sealedPayload = []
    return copy
  }

  /// Reads a vault file, as far as it can be read without a key.
  ///
  /// - Parameter file: the file's bytes.
  /// - Throws: ``VaultError/notAVault``, ``VaultError/newerVersion``,
  ///   ``VaultError/truncated(byteCount:)``, ``VaultError/damaged(_:)``;
  ///   ``VaultError/costOutOfRange(memoryByteCount:operations:)``, also when the passphrase slots
  ///   together ask for more than ``PassphraseCost/mostWork``; ``VaultError/tooManySlots(limit:)``.
  public init(parsing file: [UInt8]) throws(VaultError) {
    let header = try Self.headerRange(of: file)
    let sealedStart = header.upperBound + Sealing.nonceByteCount
    guard file.count >= sealedStart + Sealing.tagByteCount else {
      throw .truncated(byteCount: file.count)
    }
    var vaultID: [UInt8] = []
    var cipherSuite: UInt64 = 0
    var slotRanges: [Range<Int>] = []
    var unknownFields: [UInt8] = []
    var checksum: ProtobufField?
    var reader = ProtobufReader(header)
    do throws(WireError) {
      while let field = try reader.next(in: file.span) {
        // The checksum is over all that comes before it, so that it comes last.
        guard checksum == nil else { throw .unexpectedValue(field: field.number) }
        switch field.number {
        case Field.vaultID: vaultID = Array(file[try field.byteRange])
        case Field.cipherSuite: cipherSuite = try field.integer
        case Field.keySlot: slotRanges.append(try field.byteRange)
        case Field.checksum: checksum = field
        default: unknownFields += file[field.range]
        }
      }
      guard let checksum,
        Array(file[try checksum.byteRange]) == Self.checksum(file[..<checksum.range.lowerBound])
      else { throw .unexpectedValue(field: Field.checksum) }
    } catch {
      throw .damaged(.header)
    }
    guard cipherSuite == Self.cipherSuite else { throw .newerVersion }
    guard vaultID.count == KeySlot.identifierByteCount else { throw .damaged(.header) }
    guard slotRanges.count <= Self.mostSlots else { throw .tooManySlots(limit: Self.mostSlots) }
    var slots: [KeySlot] = []
    for range in slotRanges { slots.append(try KeySlot(parsing: range, of: file)) }
    try Self.checkWork(of: slots)
    self.vaultID = vaultID
    self.slots = slots
    self.unknownFields = unknownFields
    prefix = Array(file[..<header.upperBound])
    nonce = Array(file[header.upperBound..<sealedStart])
    sealedPayload = file[sealedStart...]
  }

  /// Bounds the work of all passphrase slots together: a wrong passphrase is tried on each.
  private static func checkWork(of slots: [KeySlot]) throws(VaultError) {
    guard let cost = excessiveCost(of: slots) else { return }
    throw .costOutOfRange(memoryByteCount: cost.memoryByteCount, operations: cost.operations)
  }

  /// The cost that is too much together with those before it, or `nil`.
  static func excessiveCost(of slots: [KeySlot]) -> PassphraseCost? {
    var work: UInt64 = 0
    for slot in slots {
      guard case .passphrase(_, let cost) = slot.kind else { continue }
      work += cost.work
      if work > PassphraseCost.mostWork { return cost }
    }
    return nil
  }

  private static func headerRange(of file: [UInt8]) throws(VaultError) -> Range<Int> {
    let name = magic.dropLast()
    guard file.starts(with: name) else {
      // A file that was cut short within the name is a vault that lost its end, or empty.
      throw name.starts(with: file) ? .truncated(byteCount: file.count) : .notAVault
    }
    let start = magic.count + lengthByteCount
    guard file.count >= start else { throw .truncated(byteCount: file.count) }
    guard file[name.count] == magic[name.count] else { throw .newerVersion }
    var length = 0
    for byte in file[magic.count..<start] { length = length << 8 | Int(byte) }
    guard length <= file.count - start else {
      throw length <= mostByteCount ? .truncated(byteCount: file.count) : .damaged(.header)
    }
    return start..<(start + length)
  }

  /// How many bytes the file has.
  package var byteCount: Int { prefix.count + nonce.count + sealedPayload.count }

  /// Tells whether a key opens the payload, without opening it.
  ///
  /// - Parameter key: what may be the vault key.
  /// - Returns: `true` when it is, and the payload is as it was written.
  package func isOpened(by key: VaultKey) -> Bool {
    key.bytes.withBytes { key in
      Sealing.isGenuine(sealedPayload.span, associated: prefix.span, nonce: nonce.span, key: key)
    }
  }

  /// Opens the payload.
  ///
  /// - Parameter key: the vault key.
  /// - Returns: the payload without its padding.
  /// - Throws: ``VaultError/damaged(_:)``.
  func openPayload(with key: VaultKey) throws(VaultError) -> SecretArena {
    let padded = key.bytes.withBytes { key in
      Sealing.open(sealedPayload.span, associated: prefix.span, nonce: nonce.span, key: key)
    }
    guard let padded = consume padded else { throw .damaged(.payload) }
    return SecretArena(padded)
  }

  /// Writes a whole vault file.
  ///
  /// - Parameters:
  ///   - padded: the payload with its padding.
  ///   - key: the vault key.
  ///   - randomness: for the nonce.
  /// - Returns: the file's bytes.
  func file(
    sealing padded: Span<UInt8>,
    with key: VaultKey,
    randomness: any Randomness
  ) -> [UInt8] {
    let nonce = randomness.bytes(count: Sealing.nonceByteCount)
    return key.bytes.withBytes { key in
      Sealing.seal(
        padded,
        associated: prefix.span,
        nonce: nonce.span,
        key: key,
        after: prefix + nonce
      )
    }
  }

  private static func prefix(
    _ vaultID: [UInt8],
    _ slots: [KeySlot],
    _ unknownFields: [UInt8]
  ) -> [UInt8] {
    var capacity = unknownFields.count + 128
    for slot in slots { capacity += slot.encoded.count + 16 }
    let fields = [UInt8](capacity: capacity) { output in
      output.appendField(Field.vaultID, bytes: vaultID.span)
      output.appendField(Field.cipherSuite, varint: cipherSuite)
      for slot in slots { output.appendElement(ofField: Field.keySlot, bytes: slot.encoded.span) }
      output.append(contentsOf: unknownFields.span)
    }
    let length =
      fields.count + ProtobufSize.field(Field.checksum, byteCount: checksumByteCount)
    var prefix = magic
    for shift in [24, 16, 8, 0] { prefix.append(UInt8(truncatingIfNeeded: length >> shift)) }
    prefix += fields
    let checksum = checksum(prefix[...])
    return prefix
      + [UInt8](capacity: checksum.count + 16) { output in
        output.appendField(Field.checksum, bytes: checksum.span)
      }
  }

  /// Computes what tells a damaged header from a wrong passphrase; it keeps nobody from anything.
  ///
  /// - Parameter bytes: the file, up to the checksum's field.
  /// - Returns: 16 bytes.
  ///
  /// libsodium: `crypto_generichash`, BLAKE2b of 16 bytes.
  package static func checksum(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: checksumByteCount) { buffer, initializedCount in
      // Both pointers are good for their counts within these closures.
      _ = unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe sodium_digest(
          buffer.baseAddress,
          checksumByteCount,
          bytes.baseAddress,
          bytes.count
        )
      }
      initializedCount = checksumByteCount
    }
  }
}
