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
/// All of it is inlined into its one user.
private struct SHA256Rounds {
  private var schedule: SHA256Schedule
  private var a: UInt32
  private var b: UInt32
  private var c: UInt32
  private var d: UInt32
  private var e: UInt32
  private var f: UInt32
  private var g: UInt32
  private var h: UInt32

  /// `b ^ c`, which the round before has worked out as its own `a ^ b`.
  private var difference: UInt32

  /// Takes in a block of sixteen words, most significant byte first.
  @inline(__always)
  init(state: InlineArray<8, UInt32>, block: UnsafeRawPointer) {
    // The caller vouches for the block.
    schedule = unsafe SHA256Schedule(block)
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
  mutating func run(into state: inout InlineArray<8, UInt32>) {
    var start = 0
    while start < 48 {
      eightRounds(start, extends: true)
      eightRounds(start + 8, extends: true)
      start += 16
    }
    eightRounds(48, extends: false)
    eightRounds(56, extends: false)
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
  private mutating func eightRounds(_ start: Int, extends: Bool) {
    Self.round(a, b, &d, e, f, g, &h, schedule.sums[start], &difference)
    Self.round(h, a, &c, d, e, f, &g, schedule.sums[start + 1], &difference)
    Self.round(g, h, &b, c, d, e, &f, schedule.sums[start + 2], &difference)
    Self.round(f, g, &a, b, c, d, &e, schedule.sums[start + 3], &difference)
    if extends { schedule.extend(from: start) }
    Self.round(e, f, &h, a, b, c, &d, schedule.sums[start + 4], &difference)
    Self.round(d, e, &g, h, a, b, &c, schedule.sums[start + 5], &difference)
    Self.round(c, d, &f, g, h, a, &b, schedule.sums[start + 6], &difference)
    Self.round(b, c, &e, f, g, h, &a, schedule.sums[start + 7], &difference)
    if extends { schedule.extend(from: start + 4) }
  }

  @inline(__always)
  private static func round(
    _ a: UInt32,
    _ b: UInt32,
    _ d: inout UInt32,
    _ e: UInt32,
    _ f: UInt32,
    _ g: UInt32,
    _ h: inout UInt32,
    _ sum: UInt32,
    _ difference: inout UInt32
  ) {
    // Rotations of 6, 11, 25 and of 2, 13, 22 bits, nested where that spares copies of registers.
    let sum1 = rotate(e, 6) ^ rotate(e ^ rotate(e, 14), 11)
    let sum0 = rotate(a ^ rotate(a ^ rotate(a, 9), 11), 2)
    let choice = g ^ (e & (f ^ g))
    let next = a ^ b
    let majority = b ^ (difference & next)
    difference = next
    h = h &+ sum &+ sum1 &+ choice
    d = d &+ h
    h = h &+ sum0 &+ majority
  }

  @inline(__always)
  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    (word >> count) | (word << (32 - count))
  }
}

/// The words of one block's schedule, worked out four at a time between the rounds, which leave the
/// vector unit idle.
private struct SHA256Schedule {
  /// Each word with its round's constant.
  private(set) var sums = InlineArray<64, UInt32>(repeating: 0)

  private var oldest: SIMD4<UInt32>
  private var older: SIMD4<UInt32>
  private var newer: SIMD4<UInt32>
  private var newest: SIMD4<UInt32>

  @inline(__always)
  init(_ block: UnsafeRawPointer) {
    // The caller vouches for the block: four vectors of sixteen bytes.
    oldest = unsafe Self.load(block)
    older = unsafe Self.load(block + 16)
    newer = unsafe Self.load(block + 32)
    newest = unsafe Self.load(block + 48)
    store(oldest, at: 0)
    store(older, at: 4)
    store(newer, at: 8)
    store(newest, at: 12)
  }

  @inline(__always)
  private static func load(_ block: UnsafeRawPointer) -> SIMD4<UInt32> {
    var words = SIMD4<UInt32>()
    for lane in 0..<4 {
      // The caller vouches for sixteen bytes.
      let word = unsafe block.loadUnaligned(fromByteOffset: 4 * lane, as: UInt32.self)
      words[lane] = UInt32(bigEndian: word)
    }
    return words
  }

  /// Works out the four words that come sixteen after `start`.
  @inline(__always)
  mutating func extend(from start: Int) {
    let early = SIMD4(oldest[1], oldest[2], oldest[3], older[0])
    let late = SIMD4(newer[1], newer[2], newer[3], newest[0])
    var words = oldest &+ late &+ Self.sigma0(early)
    // The last two of the four need the first two.
    words &+= Self.sigma1(SIMD4(newest[2], newest[3], 0, 0))
    words &+= Self.sigma1(SIMD4(0, 0, words[0], words[1]))
    oldest = older
    older = newer
    newer = newest
    newest = words
    store(words, at: start + 16)
  }

  @inline(__always)
  private mutating func store(_ words: SIMD4<UInt32>, at index: Int) {
    let constants = SIMD4(
      Self.constants[index],
      Self.constants[index + 1],
      Self.constants[index + 2],
      Self.constants[index + 3]
    )
    let sum = words &+ constants
    sums[index] = sum[0]
    sums[index + 1] = sum[1]
    sums[index + 2] = sum[2]
    sums[index + 3] = sum[3]
  }

  // The halves of the rotations stand apart: side by side, the compiler would take them for rotations
  // and, as the vector unit of every x86-64 has none, do them one word after the other.
  @inline(__always)
  private static func sigma0(_ words: SIMD4<UInt32>) -> SIMD4<UInt32> {
    ((words &>> 7) ^ (words &>> 18) ^ (words &>> 3)) ^ ((words &<< 25) ^ (words &<< 14))
  }

  @inline(__always)
  private static func sigma1(_ words: SIMD4<UInt32>) -> SIMD4<UInt32> {
    ((words &>> 17) ^ (words &>> 19) ^ (words &>> 10)) ^ ((words &<< 15) ^ (words &<< 13))
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
