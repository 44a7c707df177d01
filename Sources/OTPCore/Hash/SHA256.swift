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
    for index in 0..<16 {
      schedule[index] = bigEndianWord(blocks, at: start + 4 * index)
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    var round = 0
    while round < 64 {
      if round >= 16 { Self.extend(&schedule) }
      // Eight rounds bring each variable back to its place, so that none is moved.
      Self.step(a, b, c, &d, e, f, g, &h, schedule, 0, round)
      Self.step(h, a, b, &c, d, e, f, &g, schedule, 1, round)
      Self.step(g, h, a, &b, c, d, e, &f, schedule, 2, round)
      Self.step(f, g, h, &a, b, c, d, &e, schedule, 3, round)
      Self.step(e, f, g, &h, a, b, c, &d, schedule, 4, round)
      Self.step(d, e, f, &g, h, a, b, &c, schedule, 5, round)
      Self.step(c, d, e, &f, g, h, a, &b, schedule, 6, round)
      Self.step(b, c, d, &e, f, g, h, &a, schedule, 7, round)
      Self.step(a, b, c, &d, e, f, g, &h, schedule, 8, round)
      Self.step(h, a, b, &c, d, e, f, &g, schedule, 9, round)
      Self.step(g, h, a, &b, c, d, e, &f, schedule, 10, round)
      Self.step(f, g, h, &a, b, c, d, &e, schedule, 11, round)
      Self.step(e, f, g, &h, a, b, c, &d, schedule, 12, round)
      Self.step(d, e, f, &g, h, a, b, &c, schedule, 13, round)
      Self.step(c, d, e, &f, g, h, a, &b, schedule, 14, round)
      Self.step(b, c, d, &e, f, g, h, &a, schedule, 15, round)
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

  /// Makes the next sixteen words of the schedule in the place of the last ones.
  @inline(__always)
  private static func extend(_ schedule: inout [16 of UInt32]) {
    for index in 0..<16 {
      // Sound: every index is taken modulo 16.
      unsafe schedule[unchecked: index] &+=
        smallSigma1(schedule[unchecked: (index &+ 14) & 15])
        &+ schedule[unchecked: (index &+ 9) & 15]
        &+ smallSigma0(schedule[unchecked: (index &+ 1) & 15])
    }
  }

  @inline(__always)
  private static func step(
    _ a: UInt32,
    _ b: UInt32,
    _ c: UInt32,
    _ d: inout UInt32,
    _ e: UInt32,
    _ f: UInt32,
    _ g: UInt32,
    _ h: inout UInt32,
    _ schedule: [16 of UInt32],
    _ index: Int,
    _ round: Int
  ) {
    // Sound: sixteen words and 64 constants, and the indices are below those.
    let word = unsafe schedule[unchecked: index] &+ constants[unchecked: round &+ index]
    let first = h &+ bigSigma1(e) &+ (g ^ (e & (f ^ g))) &+ word
    d &+= first
    h = first &+ bigSigma0(a) &+ ((a & b) | (c & (a | b)))
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
