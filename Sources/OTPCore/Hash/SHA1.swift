// SPDX-License-Identifier: MIT
import Secrets

/// The hash SHA-1: broken for signatures, sound under an HMAC, and what nearly every token uses.
///
/// FIPS 180-4 §6.1.
public struct SHA1: HashFunction {
  /// How many bytes the compression function takes at once: 64.
  public static let blockByteCount = 64

  /// How many bytes a digest has: 20.
  public static let digestByteCount = 20

  private var state: InlineArray<5, UInt32> = [
    0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0,
  ]
  private var buffer = BlockBuffer<64>()

  /// Starts a message.
  public init() {}

  /// Takes in the next bytes of the message.
  ///
  /// - Parameter bytes: any number of bytes.
  public mutating func update(_ bytes: Span<UInt8>) {
    buffer.absorb(bytes, into: &state, by: Self.compress)
  }

  /// Ends the message, writes its digest, and wipes the state.
  ///
  /// - Parameter digest: the first 20 bytes are overwritten; fewer trap.
  public mutating func finish(into digest: inout MutableSpan<UInt8>) {
    buffer.pad(into: &state, by: Self.compress)
    state.writeBigEndian(to: &digest, byteCount: Self.digestByteCount)
    wipeState()
  }

  /// Overwrites the state with zeros; the value is good for nothing afterwards.
  public mutating func wipeState() {
    var words = state.mutableSpan
    wipe(&words)
    buffer.wipeBytes()
  }

  private static func compress(_ state: inout InlineArray<5, UInt32>, _ blocks: Span<UInt8>) {
    unsafe blocks.withUnsafeBytes { bytes in
      // The span holds whole blocks, so every word of every block lies in the buffer.
      guard var block = bytes.baseAddress else { return }
      for _ in 0..<(bytes.count / blockByteCount) {
        unsafe compress(&state, block: block)
        unsafe block += blockByteCount
      }
    }
  }

  @inline(__always)
  private static func compress(_ state: inout InlineArray<5, UInt32>, block: UnsafeRawPointer) {
    var words = InlineArray<16, UInt32> { index in
      // Sixteen words fill the block that the caller vouches for.
      let word = unsafe block.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
      return UInt32(bigEndian: word)
    }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    // Five rounds bring every variable back to its place, so none is ever moved.
    for start in stride(from: 0, to: 80, by: 5) {
      @inline(__always) func word(_ index: Int) -> UInt32 { scheduled(&words, start + index) }
      switch start {
      case 0..<20:
        round(a, &b, c, d, &e, choice(b, c, d), 0x5A82_7999, word(0))
        round(e, &a, b, c, &d, choice(a, b, c), 0x5A82_7999, word(1))
        round(d, &e, a, b, &c, choice(e, a, b), 0x5A82_7999, word(2))
        round(c, &d, e, a, &b, choice(d, e, a), 0x5A82_7999, word(3))
        round(b, &c, d, e, &a, choice(c, d, e), 0x5A82_7999, word(4))
      case 40..<60:
        round(a, &b, c, d, &e, majority(b, c, d), 0x8F1B_BCDC, word(0))
        round(e, &a, b, c, &d, majority(a, b, c), 0x8F1B_BCDC, word(1))
        round(d, &e, a, b, &c, majority(e, a, b), 0x8F1B_BCDC, word(2))
        round(c, &d, e, a, &b, majority(d, e, a), 0x8F1B_BCDC, word(3))
        round(b, &c, d, e, &a, majority(c, d, e), 0x8F1B_BCDC, word(4))
      default:
        let constant: UInt32 = start < 40 ? 0x6ED9_EBA1 : 0xCA62_C1D6
        round(a, &b, c, d, &e, b ^ c ^ d, constant, word(0))
        round(e, &a, b, c, &d, a ^ b ^ c, constant, word(1))
        round(d, &e, a, b, &c, e ^ a ^ b, constant, word(2))
        round(c, &d, e, a, &b, d ^ e ^ a, constant, word(3))
        round(b, &c, d, e, &a, c ^ d ^ e, constant, word(4))
      }
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
  }

  @inline(__always)
  private static func round(
    _ a: UInt32,
    _ b: inout UInt32,
    _ c: UInt32,
    _ d: UInt32,
    _ e: inout UInt32,
    _ mixed: UInt32,
    _ constant: UInt32,
    _ word: UInt32
  ) {
    e = e &+ rotate(a, 5) &+ mixed &+ constant &+ word
    b = rotate(b, 30)
  }

  @inline(__always)
  private static func choice(_ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
    d ^ (b & (c ^ d))
  }

  @inline(__always)
  private static func majority(_ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
    (b & c) | (d & (b | c))
  }

  /// The word of a round; from the sixteenth on it replaces the oldest of the sixteen.
  @inline(__always)
  private static func scheduled(_ words: inout InlineArray<16, UInt32>, _ round: Int) -> UInt32 {
    if round >= 16 {
      let mixed = words[(round + 13) & 15] ^ words[(round + 8) & 15] ^ words[(round + 2) & 15]
      words[round & 15] = rotate(words[round & 15] ^ mixed, 1)
    }
    return words[round & 15]
  }

  @inline(__always)
  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    (word << count) | (word >> (32 - count))
  }
}
