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

  private static func compress(_ state: inout InlineArray<8, UInt32>, _ blocks: Span<UInt8>) {
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
  private static func compress(_ state: inout InlineArray<8, UInt32>, block: UnsafeRawPointer) {
    var words = InlineArray<16, UInt32> { index in
      // Sixteen words fill the block that the caller vouches for.
      let word = unsafe block.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
      return UInt32(bigEndian: word)
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    // Eight rounds bring every variable back to its place, so none is ever moved.
    for start in stride(from: 0, to: 64, by: 8) {
      @inline(__always) func scheduled(_ index: Int) -> UInt32 {
        let position = start + index
        if start >= 16 { extend(&words, at: position) }
        // `start` stops short of the table's length.
        return unsafe words[position & 15] &+ roundConstants[unchecked: position]
      }
      round(a, b, c, &d, e, f, g, &h, scheduled(0))
      round(h, a, b, &c, d, e, f, &g, scheduled(1))
      round(g, h, a, &b, c, d, e, &f, scheduled(2))
      round(f, g, h, &a, b, c, d, &e, scheduled(3))
      round(e, f, g, &h, a, b, c, &d, scheduled(4))
      round(d, e, f, &g, h, a, b, &c, scheduled(5))
      round(c, d, e, &f, g, h, a, &b, scheduled(6))
      round(b, c, d, &e, f, g, h, &a, scheduled(7))
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  /// Replaces the oldest of sixteen words with the next word of the schedule.
  @inline(__always)
  private static func extend(_ words: inout InlineArray<16, UInt32>, at position: Int) {
    let early = words[(position + 1) & 15]
    let late = words[(position + 14) & 15]
    let sigma0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >> 3)
    let sigma1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >> 10)
    words[position & 15] &+= sigma0 &+ words[(position + 9) & 15] &+ sigma1
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
    _ scheduled: UInt32
  ) {
    let sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    let sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    let choice = g ^ (e & (f ^ g))
    let majority = (a & b) | (c & (a | b))
    h = h &+ sum1 &+ choice &+ scheduled
    d = d &+ h
    h = h &+ sum0 &+ majority
  }

  @inline(__always)
  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    (word >> count) | (word << (32 - count))
  }

  /// The fractional parts of the cube roots of the first 64 primes.
  private static let roundConstants: InlineArray<64, UInt32> = [
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
