// SPDX-License-Identifier: MIT

/// SHA-256.
///
/// FIPS 180-4 §6.2.
package typealias SHA256 = BlockHash<SHA256Core>

/// The compression function of SHA-256.
///
/// It has the form of its sister's: generic code over both ran thirty times slower wherever the
/// compiler could not see which one it was.
package struct SHA256Core: CompressionFunction {
  package static var blockByteCount: Int { 64 }
  package static var digestByteCount: Int { 32 }
  package static var lengthByteCount: Int { 8 }

  private var state: [8 of UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A,
    0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
  ]

  /// The round constants.
  ///
  /// FIPS 180-4 §4.2.2.
  private static let constants: [64 of UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1,
    0x923F_82A4, 0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3,
    0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786,
    0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
    0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147,
    0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13,
    0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85, 0xA2BF_E8A1, 0xA81A_664B,
    0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
    0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A,
    0x5B9C_CA4F, 0x682E_6FF3, 0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208,
    0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
  ]

  package init() {}

  package mutating func compress(_ blocks: Span<UInt8>) {
    var schedule = [16 of UInt32](repeating: 0)
    var start = 0
    while start < blocks.count {
      compressBlock(blocks, start, &schedule)
      start += Self.blockByteCount
    }
    wipeWords(&schedule)
  }

  private mutating func compressBlock(
    _ blocks: Span<UInt8>,
    _ start: Int,
    _ schedule: inout [16 of UInt32]
  ) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    // What two variables differ in is used by this round's majority and by the next one's.
    var both = b ^ c
    // Written out, so that every index is known and no variable is moved.
    Self.step(a, b, &both, &d, e, f, g, &h, Self.load(0, blocks, start, &schedule), 0)
    Self.step(h, a, &both, &c, d, e, f, &g, Self.load(1, blocks, start, &schedule), 1)
    Self.step(g, h, &both, &b, c, d, e, &f, Self.load(2, blocks, start, &schedule), 2)
    Self.step(f, g, &both, &a, b, c, d, &e, Self.load(3, blocks, start, &schedule), 3)
    Self.step(e, f, &both, &h, a, b, c, &d, Self.load(4, blocks, start, &schedule), 4)
    Self.step(d, e, &both, &g, h, a, b, &c, Self.load(5, blocks, start, &schedule), 5)
    Self.step(c, d, &both, &f, g, h, a, &b, Self.load(6, blocks, start, &schedule), 6)
    Self.step(b, c, &both, &e, f, g, h, &a, Self.load(7, blocks, start, &schedule), 7)
    Self.step(a, b, &both, &d, e, f, g, &h, Self.load(8, blocks, start, &schedule), 8)
    Self.step(h, a, &both, &c, d, e, f, &g, Self.load(9, blocks, start, &schedule), 9)
    Self.step(g, h, &both, &b, c, d, e, &f, Self.load(10, blocks, start, &schedule), 10)
    Self.step(f, g, &both, &a, b, c, d, &e, Self.load(11, blocks, start, &schedule), 11)
    Self.step(e, f, &both, &h, a, b, c, &d, Self.load(12, blocks, start, &schedule), 12)
    Self.step(d, e, &both, &g, h, a, b, &c, Self.load(13, blocks, start, &schedule), 13)
    Self.step(c, d, &both, &f, g, h, a, &b, Self.load(14, blocks, start, &schedule), 14)
    Self.step(b, c, &both, &e, f, g, h, &a, Self.load(15, blocks, start, &schedule), 15)
    var round = 16
    while round < 64 {
      Self.step(a, b, &both, &d, e, f, g, &h, Self.next(0, &schedule), round &+ 0)
      Self.step(h, a, &both, &c, d, e, f, &g, Self.next(1, &schedule), round &+ 1)
      Self.step(g, h, &both, &b, c, d, e, &f, Self.next(2, &schedule), round &+ 2)
      Self.step(f, g, &both, &a, b, c, d, &e, Self.next(3, &schedule), round &+ 3)
      Self.step(e, f, &both, &h, a, b, c, &d, Self.next(4, &schedule), round &+ 4)
      Self.step(d, e, &both, &g, h, a, b, &c, Self.next(5, &schedule), round &+ 5)
      Self.step(c, d, &both, &f, g, h, a, &b, Self.next(6, &schedule), round &+ 6)
      Self.step(b, c, &both, &e, f, g, h, &a, Self.next(7, &schedule), round &+ 7)
      Self.step(a, b, &both, &d, e, f, g, &h, Self.next(8, &schedule), round &+ 8)
      Self.step(h, a, &both, &c, d, e, f, &g, Self.next(9, &schedule), round &+ 9)
      Self.step(g, h, &both, &b, c, d, e, &f, Self.next(10, &schedule), round &+ 10)
      Self.step(f, g, &both, &a, b, c, d, &e, Self.next(11, &schedule), round &+ 11)
      Self.step(e, f, &both, &h, a, b, c, &d, Self.next(12, &schedule), round &+ 12)
      Self.step(d, e, &both, &g, h, a, b, &c, Self.next(13, &schedule), round &+ 13)
      Self.step(c, d, &both, &f, g, h, a, &b, Self.next(14, &schedule), round &+ 14)
      Self.step(b, c, &both, &e, f, g, h, &a, Self.next(15, &schedule), round &+ 15)
      round += 16
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

  /// Reads a word of the block into the schedule.
  @inline(__always)
  private static func load(
    _ round: Int,
    _ blocks: Span<UInt8>,
    _ start: Int,
    _ schedule: inout [16 of UInt32]
  ) -> UInt32 {
    let word: UInt32 = bigEndianWord(blocks, at: start &+ 4 &* round)
    // Sound: the first sixteen rounds call this.
    unsafe schedule[unchecked: round] = word
    return word
  }

  /// Makes a word of the schedule in the place of the one of sixteen rounds ago.
  @inline(__always)
  private static func next(_ index: Int, _ schedule: inout [16 of UInt32]) -> UInt32 {
    // Sound: every index is taken modulo 16.
    let word =
      unsafe schedule[unchecked: index]
      &+ smallSigma1(schedule[unchecked: (index &+ 14) & 15])
      &+ schedule[unchecked: (index &+ 9) & 15]
      &+ smallSigma0(schedule[unchecked: (index &+ 1) & 15])
    unsafe schedule[unchecked: index] = word
    return word
  }

  @inline(__always)
  private static func step(
    _ a: UInt32,
    _ b: UInt32,
    _ both: inout UInt32,
    _ d: inout UInt32,
    _ e: UInt32,
    _ f: UInt32,
    _ g: UInt32,
    _ h: inout UInt32,
    _ word: UInt32,
    _ round: Int
  ) {
    // Sound: there are as many constants as rounds.
    let first =
      unsafe h &+ word &+ constants[unchecked: round] &+ bigSigma1(e) &+ (g ^ (e & (f ^ g)))
    d &+= first
    let majority = b ^ ((a ^ b) & both)
    both = a ^ b
    h = first &+ bigSigma0(a) &+ majority
  }

  @inline(__always)
  private static func bigSigma0(_ word: UInt32) -> UInt32 {
    rotated(word, 2) ^ rotated(word, 13) ^ rotated(word, 22)
  }

  @inline(__always)
  private static func bigSigma1(_ word: UInt32) -> UInt32 {
    rotated(word, 6) ^ rotated(word, 11) ^ rotated(word, 25)
  }

  @inline(__always)
  private static func smallSigma0(_ word: UInt32) -> UInt32 {
    rotated(word, 7) ^ rotated(word, 18) ^ (word &>> 3)
  }

  @inline(__always)
  private static func smallSigma1(_ word: UInt32) -> UInt32 {
    rotated(word, 17) ^ rotated(word, 19) ^ (word &>> 10)
  }

  package func write(into digest: inout MutableSpan<UInt8>) {
    writeBigEndian(state.span, into: &digest)
  }

  package mutating func wipe() {
    wipeWords(&state)
  }
}
