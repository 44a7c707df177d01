// SPDX-License-Identifier: MIT
import Secrets

/// The hash SHA-256.
///
/// FIPS 180-4 §6.2.
public struct SHA256: HashFunction {
  /// How many bytes the compression function takes at once: 64.
  public static let blockByteCount = 64

  /// How many bytes a digest has: 32.
  public static let digestByteCount = 32

  private var state: InlineArray<8, UInt32> = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A,
    0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
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
  /// - Parameter digest: the first 32 bytes are overwritten; fewer trap.
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
  private static func compress(_ state: inout InlineArray<8, UInt32>, _ blocks: Span<UInt8>) {
    unsafe blocks.withUnsafeBytes { bytes in
      // The span holds whole blocks, so every word of every block lies in the buffer.
      guard var block = bytes.baseAddress else { return }
      for _ in 0..<(bytes.count / blockByteCount) {
        var rounds = unsafe SHA256Rounds(state: state, block: block)
        rounds.run(into: &state)
        unsafe block += blockByteCount
      }
    }
  }
}

/// The working variables of one block.
///
/// All of it is inlined into its one user, where every position in the schedule is then a constant.
private struct SHA256Rounds {
  private var words: InlineArray<16, UInt32>
  private var a: UInt32
  private var b: UInt32
  private var c: UInt32
  private var d: UInt32
  private var e: UInt32
  private var f: UInt32
  private var g: UInt32
  private var h: UInt32

  /// Takes in a block of sixteen words, most significant byte first.
  @inline(__always)
  init(state: InlineArray<8, UInt32>, block: UnsafeRawPointer) {
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
    f = state[5]
    g = state[6]
    h = state[7]
  }

  @inline(__always)
  mutating func run(into state: inout InlineArray<8, UInt32>) {
    eightRounds(0)
    eightRounds(8)
    eightRounds(16)
    eightRounds(24)
    eightRounds(32)
    eightRounds(40)
    eightRounds(48)
    eightRounds(56)
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  /// Eight rounds bring every variable back to its place, so none is ever moved.
  @inline(__always)
  private mutating func eightRounds(_ start: Int) {
    Self.round(a, b, c, &d, e, f, g, &h, word(start))
    Self.round(h, a, b, &c, d, e, f, &g, word(start + 1))
    Self.round(g, h, a, &b, c, d, e, &f, word(start + 2))
    Self.round(f, g, h, &a, b, c, d, &e, word(start + 3))
    Self.round(e, f, g, &h, a, b, c, &d, word(start + 4))
    Self.round(d, e, f, &g, h, a, b, &c, word(start + 5))
    Self.round(c, d, e, &f, g, h, a, &b, word(start + 6))
    Self.round(b, c, d, &e, f, g, h, &a, word(start + 7))
  }

  /// The word of a round, with its constant; from the sixteenth round on the word replaces the oldest
  /// of the sixteen.
  @inline(__always)
  private mutating func word(_ round: Int) -> UInt32 {
    if round >= 16 {
      let early = words[(round + 1) & 15]
      let late = words[(round + 14) & 15]
      let sigma0 = Self.rotate(early, 7) ^ Self.rotate(early, 18) ^ (early >> 3)
      let sigma1 = Self.rotate(late, 17) ^ Self.rotate(late, 19) ^ (late >> 10)
      words[round & 15] &+= sigma0 &+ words[(round + 9) & 15] &+ sigma1
    }
    return words[round & 15] &+ Self.constants[round]
  }

  @inline(__always)
  private static func round(
    _ a: UInt32,
    _ b: UInt32,
    _ c: UInt32,
    _ d: inout UInt32,
    _ e: UInt32,
    _ f: UInt32,
    _ g: UInt32,
    _ h: inout UInt32,
    _ word: UInt32
  ) {
    let sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    let sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    let choice = g ^ (e & (f ^ g))
    let majority = (a & b) ^ (c & (a ^ b))
    h = h &+ word &+ sum1 &+ choice
    d = d &+ h
    h = h &+ sum0 &+ majority
  }

  @inline(__always)
  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    (word >> count) | (word << (32 - count))
  }

  /// The fractional parts of the cube roots of the first 64 primes.
  private static let constants: InlineArray<64, UInt32> = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4,
    0xAB1C_5ED5,
    0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7,
    0xC19B_F174,
    0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC,
    0x76F9_88DA,
    0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351,
    0x1429_2967,
    0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E,
    0x9272_2C85,
    0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585,
    0x106A_A070,
    0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F,
    0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7,
    0xC671_78F2,
  ]
}
