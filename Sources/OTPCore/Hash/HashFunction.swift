// SPDX-License-Identifier: MIT
import Secrets

/// A cryptographic hash that takes its message in pieces.
///
/// A value holds all of its state inline: making, copying and using one allocates nothing.
public protocol HashFunction: Sendable {
  /// How many bytes the compression function takes at once.
  static var blockByteCount: Int { get }

  /// How many bytes a digest has.
  static var digestByteCount: Int { get }

  /// Starts a message.
  init()

  /// Takes in the next bytes of the message.
  ///
  /// - Parameter bytes: any number of bytes.
  mutating func update(_ bytes: Span<UInt8>)

  /// Ends the message, writes its digest, and wipes the state.
  ///
  /// The value is good for nothing afterwards.
  ///
  /// - Parameter digest: the first ``digestByteCount`` bytes are overwritten; fewer trap.
  mutating func finish(into digest: inout MutableSpan<UInt8>)

  /// Overwrites the state with zeros; the value is good for nothing afterwards.
  mutating func wipeState()
}

/// The part of a message that does not yet fill a block, and the padding at its end.
///
/// SHA-1, SHA-256 and SHA-512 share it: they differ in the size of a block and in what they do with
/// one. FIPS 180-4 §5.1.
struct BlockBuffer<let blockByteCount: Int>: Sendable {
  private var bytes = InlineArray<blockByteCount, UInt8>(repeating: 0)
  private var count = 0
  private var messageByteCount: UInt64 = 0

  /// Passes whole blocks on and keeps the rest.
  ///
  /// - Parameters:
  ///   - input: the next bytes of the message.
  ///   - state: what the blocks change.
  ///   - compress: takes one or more whole blocks.
  @inline(__always)
  mutating func absorb<State>(
    _ input: Span<UInt8>,
    into state: inout State,
    by compress: (inout State, Span<UInt8>) -> Void
  ) {
    messageByteCount &+= UInt64(input.count)
    var rest = input
    if count > 0 {
      let taken = min(blockByteCount - count, rest.count)
      append(rest.extracting(first: taken))
      rest = rest.extracting(droppingFirst: taken)
      guard count == blockByteCount else { return }
      compress(&state, bytes.span)
      count = 0
    }
    let whole = rest.count - rest.count % blockByteCount
    if whole > 0 { compress(&state, rest.extracting(first: whole)) }
    append(rest.extracting(droppingFirst: whole))
  }

  /// Ends the message: a one bit, zeros, and its length in bits, most significant byte first.
  ///
  /// - Parameters:
  ///   - state: what the last blocks change.
  ///   - compress: takes one whole block.
  @inline(__always)
  mutating func pad<State>(
    into state: inout State,
    by compress: (inout State, Span<UInt8>) -> Void
  ) {
    bytes[count] = 0x80
    count += 1
    // The length field is an eighth of a block. No message has 2⁶¹ bytes, so eight bytes of it do.
    if count > blockByteCount - blockByteCount / 8 {
      clear(from: count)
      compress(&state, bytes.span)
      count = 0
    }
    clear(from: count)
    let bitCount = messageByteCount << 3
    for index in 0..<8 {
      bytes[blockByteCount - 1 - index] = UInt8(truncatingIfNeeded: bitCount >> UInt64(8 * index))
    }
    compress(&state, bytes.span)
  }

  /// Overwrites the bytes with zeros.
  mutating func wipeBytes() {
    var span = bytes.mutableSpan
    wipe(&span)
  }

  private mutating func append(_ input: Span<UInt8>) {
    for index in input.indices { bytes[count + index] = input[index] }
    count += input.count
  }

  private mutating func clear(from start: Int) {
    for index in start..<blockByteCount { bytes[index] = 0 }
  }
}

extension InlineArray where Element: FixedWidthInteger {
  /// Writes the words one after the other, most significant byte first.
  ///
  /// - Parameters:
  ///   - destination: what to overwrite.
  ///   - byteCount: how many bytes to write, a multiple of a word's size.
  func writeBigEndian(to destination: inout MutableSpan<UInt8>, byteCount: Int) {
    let wordByteCount = Element.bitWidth / 8
    for index in 0..<byteCount {
      let shift = Element.bitWidth - 8 * (index % wordByteCount + 1)
      destination[index] = UInt8(truncatingIfNeeded: self[index / wordByteCount] >> Element(shift))
    }
  }
}
