// SPDX-License-Identifier: MIT
import Secrets

/// The hash SHA-512.
///
/// FIPS 180-4 §6.4.
public struct SHA512: HashFunction {
  /// How many bytes the compression function takes at once: 128.
  public static let blockByteCount = 128

  /// How many bytes a digest has: 64.
  public static let digestByteCount = 64

  private var state: InlineArray<8, UInt64> = [
    0x6A09_E667_F3BC_C908, 0xBB67_AE85_84CA_A73B, 0x3C6E_F372_FE94_F82B, 0xA54F_F53A_5F1D_36F1,
    0x510E_527F_ADE6_82D1, 0x9B05_688C_2B3E_6C1F, 0x1F83_D9AB_FB41_BD6B, 0x5BE0_CD19_137E_2179,
  ]
  private var buffer = BlockBuffer<128>()

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
  /// - Parameter digest: the first 64 bytes are overwritten; fewer trap.
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
  private static func compress(_ state: inout InlineArray<8, UInt64>, _ blocks: Span<UInt8>) {
    unsafe blocks.withUnsafeBytes { bytes in
      // The span holds whole blocks, so every word of every block lies in the buffer.
      guard var block = bytes.baseAddress else { return }
      for _ in 0..<(bytes.count / blockByteCount) {
        var rounds = unsafe SHA512Rounds(state: state, block: block)
        rounds.run(into: &state)
        unsafe block += blockByteCount
      }
    }
  }
}

/// The working variables of one block.
///
/// All of it is inlined into its one user.
private struct SHA512Rounds {
  private var schedule: SHA512Schedule
  private var a: UInt64
  private var b: UInt64
  private var c: UInt64
  private var d: UInt64
  private var e: UInt64
  private var f: UInt64
  private var g: UInt64
  private var h: UInt64

  /// `b ^ c`, which the round before has worked out as its own `a ^ b`.
  private var difference: UInt64

  /// Takes in a block of sixteen words, most significant byte first.
  @inline(__always)
  init(state: InlineArray<8, UInt64>, block: UnsafeRawPointer) {
    // The caller vouches for the block.
    schedule = unsafe SHA512Schedule(block)
    a = state[0]
    b = state[1]
    c = state[2]
    d = state[3]
    e = state[4]
    f = state[5]
    g = state[6]
    h = state[7]
    difference = b ^ c
  }

  @inline(__always)
  mutating func run(into state: inout InlineArray<8, UInt64>) {
    var start = 0
    while start < 64 {
      eightRounds(start, vector: 0, extends: true)
      eightRounds(start + 8, vector: 4, extends: true)
      start += 16
    }
    eightRounds(64, vector: 0, extends: false)
    eightRounds(72, vector: 4, extends: false)
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
  private mutating func eightRounds(_ start: Int, vector: Int, extends: Bool) {
    Self.round(a, b, &d, e, f, g, &h, schedule.sums[start], &difference)
    Self.round(h, a, &c, d, e, f, &g, schedule.sums[start + 1], &difference)
    if extends { schedule.extend(from: start, vector: vector) }
    Self.round(g, h, &b, c, d, e, &f, schedule.sums[start + 2], &difference)
    Self.round(f, g, &a, b, c, d, &e, schedule.sums[start + 3], &difference)
    if extends { schedule.extend(from: start + 2, vector: vector + 1) }
    Self.round(e, f, &h, a, b, c, &d, schedule.sums[start + 4], &difference)
    Self.round(d, e, &g, h, a, b, &c, schedule.sums[start + 5], &difference)
    if extends { schedule.extend(from: start + 4, vector: vector + 2) }
    Self.round(c, d, &f, g, h, a, &b, schedule.sums[start + 6], &difference)
    Self.round(b, c, &e, f, g, h, &a, schedule.sums[start + 7], &difference)
    if extends { schedule.extend(from: start + 6, vector: vector + 3) }
  }

  @inline(__always)
  private static func round(
    _ a: UInt64,
    _ b: UInt64,
    _ d: inout UInt64,
    _ e: UInt64,
    _ f: UInt64,
    _ g: UInt64,
    _ h: inout UInt64,
    _ sum: UInt64,
    _ difference: inout UInt64
  ) {
    // Rotations of 14, 18, 41 and of 28, 34, 39 bits, nested where that spares copies of registers.
    let sum1 = rotate(e, 14) ^ rotate(e ^ rotate(e, 23), 18)
    let sum0 = rotate(a ^ rotate(a ^ rotate(a, 5), 6), 28)
    let choice = g ^ (e & (f ^ g))
    let next = a ^ b
    let majority = b ^ (difference & next)
    difference = next
    h = h &+ sum &+ sum1 &+ choice
    d = d &+ h
    h = h &+ sum0 &+ majority
  }

  @inline(__always)
  private static func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 {
    (word >> count) | (word << (64 - count))
  }
}

/// The schedule of one block, worked out two words at a time between the rounds, which leave the vector
/// unit idle.
private struct SHA512Schedule {
  /// Each word with its round's constant; those of the last sixteen words and before are there.
  private(set) var sums = InlineArray<80, UInt64>(repeating: 0)

  /// The last sixteen words.
  private var words: InlineArray<8, SIMD2<UInt64>>

  @inline(__always)
  init(_ block: UnsafeRawPointer) {
    words = InlineArray { vector in
      var words = SIMD2<UInt64>()
      for lane in 0..<2 {
        let offset = 8 * (2 * vector + lane)
        // The caller vouches for the block.
        let word = unsafe block.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        words[lane] = UInt64(bigEndian: word)
      }
      return words
    }
    for vector in 0..<8 { store(words[vector], at: 2 * vector) }
  }

  /// Works out the two words that come sixteen after `start`, in place of the oldest.
  @inline(__always)
  mutating func extend(from start: Int, vector: Int) {
    let oldest = words[vector]
    let older = words[(vector + 1) % 8]
    let newer = words[(vector + 4) % 8]
    let nextNewer = words[(vector + 5) % 8]
    let newest = words[(vector + 7) % 8]
    let late = SIMD2(newer[1], nextNewer[0])
    var words = oldest &+ late &+ Self.sigma0(SIMD2(oldest[1], older[0]))
    words &+= Self.sigma1(newest)
    self.words[vector] = words
    store(words, at: start + 16)
  }

  @inline(__always)
  private mutating func store(_ words: SIMD2<UInt64>, at index: Int) {
    let sum = words &+ SIMD2(Self.constants[index], Self.constants[index + 1])
    sums[index] = sum[0]
    sums[index + 1] = sum[1]
  }

  // The halves of the rotations stand apart: side by side, the compiler would take them for rotations
  // and, as the vector unit of every x86-64 has none, do them one word after the other.
  @inline(__always)
  private static func sigma0(_ words: SIMD2<UInt64>) -> SIMD2<UInt64> {
    ((words &>> 1) ^ (words &>> 8) ^ (words &>> 7)) ^ ((words &<< 63) ^ (words &<< 56))
  }

  @inline(__always)
  private static func sigma1(_ words: SIMD2<UInt64>) -> SIMD2<UInt64> {
    ((words &>> 19) ^ (words &>> 61) ^ (words &>> 6)) ^ ((words &<< 45) ^ (words &<< 3))
  }

  /// The fractional parts of the cube roots of the first 80 primes.
  private static let constants: InlineArray<80, UInt64> = [
    0x428A_2F98_D728_AE22, 0x7137_4491_23EF_65CD, 0xB5C0_FBCF_EC4D_3B2F, 0xE9B5_DBA5_8189_DBBC,
    0x3956_C25B_F348_B538, 0x59F1_11F1_B605_D019, 0x923F_82A4_AF19_4F9B, 0xAB1C_5ED5_DA6D_8118,
    0xD807_AA98_A303_0242, 0x1283_5B01_4570_6FBE, 0x2431_85BE_4EE4_B28C, 0x550C_7DC3_D5FF_B4E2,
    0x72BE_5D74_F27B_896F, 0x80DE_B1FE_3B16_96B1, 0x9BDC_06A7_25C7_1235, 0xC19B_F174_CF69_2694,
    0xE49B_69C1_9EF1_4AD2, 0xEFBE_4786_384F_25E3, 0x0FC1_9DC6_8B8C_D5B5, 0x240C_A1CC_77AC_9C65,
    0x2DE9_2C6F_592B_0275, 0x4A74_84AA_6EA6_E483, 0x5CB0_A9DC_BD41_FBD4, 0x76F9_88DA_8311_53B5,
    0x983E_5152_EE66_DFAB, 0xA831_C66D_2DB4_3210, 0xB003_27C8_98FB_213F, 0xBF59_7FC7_BEEF_0EE4,
    0xC6E0_0BF3_3DA8_8FC2, 0xD5A7_9147_930A_A725, 0x06CA_6351_E003_826F, 0x1429_2967_0A0E_6E70,
    0x27B7_0A85_46D2_2FFC, 0x2E1B_2138_5C26_C926, 0x4D2C_6DFC_5AC4_2AED, 0x5338_0D13_9D95_B3DF,
    0x650A_7354_8BAF_63DE, 0x766A_0ABB_3C77_B2A8, 0x81C2_C92E_47ED_AEE6, 0x9272_2C85_1482_353B,
    0xA2BF_E8A1_4CF1_0364, 0xA81A_664B_BC42_3001, 0xC24B_8B70_D0F8_9791, 0xC76C_51A3_0654_BE30,
    0xD192_E819_D6EF_5218, 0xD699_0624_5565_A910, 0xF40E_3585_5771_202A, 0x106A_A070_32BB_D1B8,
    0x19A4_C116_B8D2_D0C8, 0x1E37_6C08_5141_AB53, 0x2748_774C_DF8E_EB99, 0x34B0_BCB5_E19B_48A8,
    0x391C_0CB3_C5C9_5A63, 0x4ED8_AA4A_E341_8ACB, 0x5B9C_CA4F_7763_E373, 0x682E_6FF3_D6B2_B8A3,
    0x748F_82EE_5DEF_B2FC, 0x78A5_636F_4317_2F60, 0x84C8_7814_A1F0_AB72, 0x8CC7_0208_1A64_39EC,
    0x90BE_FFFA_2363_1E28, 0xA450_6CEB_DE82_BDE9, 0xBEF9_A3F7_B2C6_7915, 0xC671_78F2_E372_532B,
    0xCA27_3ECE_EA26_619C, 0xD186_B8C7_21C0_C207, 0xEADA_7DD6_CDE0_EB1E, 0xF57D_4F7F_EE6E_D178,
    0x06F0_67AA_7217_6FBA, 0x0A63_7DC5_A2C8_98A6, 0x113F_9804_BEF9_0DAE, 0x1B71_0B35_131C_471B,
    0x28DB_77F5_2304_7D84, 0x32CA_AB7B_40C7_2493, 0x3C9E_BE0A_15C9_BEBC, 0x431D_67C4_9C10_0D4C,
    0x4CC5_D4BE_CB3E_42B6, 0x597F_299C_FC65_7E2A, 0x5FCB_6FAB_3AD6_FAEC, 0x6C44_198C_4A47_5817,
  ]
}
