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

  // Inlined, the unrolled rounds would stand in each of the three places that call this.
  @inline(never)
  private static func compress(_ state: inout InlineArray<5, UInt32>, _ blocks: Span<UInt8>) {
    unsafe blocks.withUnsafeBytes { bytes in
      // The span holds whole blocks, so every word of every block lies in the buffer.
      guard var block = bytes.baseAddress else { return }
      for _ in 0..<(bytes.count / blockByteCount) {
        var rounds = unsafe SHA1Rounds(state: state, block: block)
        rounds.run(into: &state)
        unsafe block += blockByteCount
      }
    }
  }
}

/// The working variables of one block.
///
/// All of it is inlined into its one user, where every position in the schedule is then a constant.
private struct SHA1Rounds {
  private var words: InlineArray<16, UInt32>
  private var a: UInt32
  private var b: UInt32
  private var c: UInt32
  private var d: UInt32
  private var e: UInt32

  /// Takes in a block of sixteen words, most significant byte first.
  @inline(__always)
  init(state: InlineArray<5, UInt32>, block: UnsafeRawPointer) {
    words = InlineArray { index in
      // The caller vouches for the block.
      let word = unsafe block.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
      return UInt32(bigEndian: word)
    }
    a = state[0]
    b = state[1]
    c = state[2]
    d = state[3]
    e = state[4]
  }

  @inline(__always)
  mutating func run(into state: inout InlineArray<5, UInt32>) {
    fiveRounds(0, 0x5A82_7999, Self.choice)
    fiveRounds(5, 0x5A82_7999, Self.choice)
    fiveRounds(10, 0x5A82_7999, Self.choice)
    fiveRounds(15, 0x5A82_7999, Self.choice)
    fiveRounds(20, 0x6ED9_EBA1, Self.parity)
    fiveRounds(25, 0x6ED9_EBA1, Self.parity)
    fiveRounds(30, 0x6ED9_EBA1, Self.parity)
    fiveRounds(35, 0x6ED9_EBA1, Self.parity)
    fiveRounds(40, 0x8F1B_BCDC, Self.majority)
    fiveRounds(45, 0x8F1B_BCDC, Self.majority)
    fiveRounds(50, 0x8F1B_BCDC, Self.majority)
    fiveRounds(55, 0x8F1B_BCDC, Self.majority)
    fiveRounds(60, 0xCA62_C1D6, Self.parity)
    fiveRounds(65, 0xCA62_C1D6, Self.parity)
    fiveRounds(70, 0xCA62_C1D6, Self.parity)
    fiveRounds(75, 0xCA62_C1D6, Self.parity)
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
  }

  /// Five rounds bring every variable back to its place, so none is ever moved.
  @inline(__always)
  private mutating func fiveRounds(
    _ start: Int,
    _ constant: UInt32,
    _ mix: (UInt32, UInt32, UInt32) -> UInt32
  ) {
    Self.round(a, &b, &e, mix(b, c, d), constant &+ word(start))
    Self.round(e, &a, &d, mix(a, b, c), constant &+ word(start + 1))
    Self.round(d, &e, &c, mix(e, a, b), constant &+ word(start + 2))
    Self.round(c, &d, &b, mix(d, e, a), constant &+ word(start + 3))
    Self.round(b, &c, &a, mix(c, d, e), constant &+ word(start + 4))
  }

  /// The word of a round; from the sixteenth on it replaces the oldest of the sixteen.
  @inline(__always)
  private mutating func word(_ round: Int) -> UInt32 {
    if round >= 16 {
      let mixed = words[(round + 13) & 15] ^ words[(round + 8) & 15] ^ words[(round + 2) & 15]
      words[round & 15] = Self.rotate(words[round & 15] ^ mixed, 1)
    }
    return words[round & 15]
  }

  @inline(__always)
  private static func round(
    _ a: UInt32,
    _ b: inout UInt32,
    _ e: inout UInt32,
    _ mixed: UInt32,
    _ word: UInt32
  ) {
    e = e &+ word &+ mixed &+ rotate(a, 5)
    b = rotate(b, 30)
  }

  @inline(__always)
  private static func choice(_ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
    d ^ (b & (c ^ d))
  }

  @inline(__always)
  private static func parity(_ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
    b ^ c ^ d
  }

  @inline(__always)
  private static func majority(_ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
    (b & c) | (d & (b | c))
  }

  @inline(__always)
  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    (word << count) | (word >> (32 - count))
  }
}
