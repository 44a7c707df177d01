// SPDX-License-Identifier: MIT

/// SHA-1.
///
/// Broken for signatures, sound in an HMAC, and what nearly every site uses.
///
/// FIPS 180-4 §6.1.
package typealias SHA1 = BlockHash<SHA1Core>

/// The compression function of SHA-1.
package struct SHA1Core: CompressionFunction {
  package static var blockByteCount: Int { 64 }
  package static var digestByteCount: Int { 20 }
  package static var lengthByteCount: Int { 8 }

  private var state: [5 of UInt32] = [
    0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0,
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
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    // Written out, so that every index is known and no variable is moved: twice as fast as a loop.
    Self.first(a, &b, c, d, &e, Self.load(0, blocks, start, &schedule))
    Self.first(e, &a, b, c, &d, Self.load(1, blocks, start, &schedule))
    Self.first(d, &e, a, b, &c, Self.load(2, blocks, start, &schedule))
    Self.first(c, &d, e, a, &b, Self.load(3, blocks, start, &schedule))
    Self.first(b, &c, d, e, &a, Self.load(4, blocks, start, &schedule))
    Self.first(a, &b, c, d, &e, Self.load(5, blocks, start, &schedule))
    Self.first(e, &a, b, c, &d, Self.load(6, blocks, start, &schedule))
    Self.first(d, &e, a, b, &c, Self.load(7, blocks, start, &schedule))
    Self.first(c, &d, e, a, &b, Self.load(8, blocks, start, &schedule))
    Self.first(b, &c, d, e, &a, Self.load(9, blocks, start, &schedule))
    Self.first(a, &b, c, d, &e, Self.load(10, blocks, start, &schedule))
    Self.first(e, &a, b, c, &d, Self.load(11, blocks, start, &schedule))
    Self.first(d, &e, a, b, &c, Self.load(12, blocks, start, &schedule))
    Self.first(c, &d, e, a, &b, Self.load(13, blocks, start, &schedule))
    Self.first(b, &c, d, e, &a, Self.load(14, blocks, start, &schedule))
    Self.first(a, &b, c, d, &e, Self.load(15, blocks, start, &schedule))
    Self.first(e, &a, b, c, &d, Self.next(16, &schedule))
    Self.first(d, &e, a, b, &c, Self.next(17, &schedule))
    Self.first(c, &d, e, a, &b, Self.next(18, &schedule))
    Self.first(b, &c, d, e, &a, Self.next(19, &schedule))
    Self.second(a, &b, c, d, &e, Self.next(20, &schedule))
    Self.second(e, &a, b, c, &d, Self.next(21, &schedule))
    Self.second(d, &e, a, b, &c, Self.next(22, &schedule))
    Self.second(c, &d, e, a, &b, Self.next(23, &schedule))
    Self.second(b, &c, d, e, &a, Self.next(24, &schedule))
    Self.second(a, &b, c, d, &e, Self.next(25, &schedule))
    Self.second(e, &a, b, c, &d, Self.next(26, &schedule))
    Self.second(d, &e, a, b, &c, Self.next(27, &schedule))
    Self.second(c, &d, e, a, &b, Self.next(28, &schedule))
    Self.second(b, &c, d, e, &a, Self.next(29, &schedule))
    Self.second(a, &b, c, d, &e, Self.next(30, &schedule))
    Self.second(e, &a, b, c, &d, Self.next(31, &schedule))
    Self.second(d, &e, a, b, &c, Self.next(32, &schedule))
    Self.second(c, &d, e, a, &b, Self.next(33, &schedule))
    Self.second(b, &c, d, e, &a, Self.next(34, &schedule))
    Self.second(a, &b, c, d, &e, Self.next(35, &schedule))
    Self.second(e, &a, b, c, &d, Self.next(36, &schedule))
    Self.second(d, &e, a, b, &c, Self.next(37, &schedule))
    Self.second(c, &d, e, a, &b, Self.next(38, &schedule))
    Self.second(b, &c, d, e, &a, Self.next(39, &schedule))
    Self.third(a, &b, c, d, &e, Self.next(40, &schedule))
    Self.third(e, &a, b, c, &d, Self.next(41, &schedule))
    Self.third(d, &e, a, b, &c, Self.next(42, &schedule))
    Self.third(c, &d, e, a, &b, Self.next(43, &schedule))
    Self.third(b, &c, d, e, &a, Self.next(44, &schedule))
    Self.third(a, &b, c, d, &e, Self.next(45, &schedule))
    Self.third(e, &a, b, c, &d, Self.next(46, &schedule))
    Self.third(d, &e, a, b, &c, Self.next(47, &schedule))
    Self.third(c, &d, e, a, &b, Self.next(48, &schedule))
    Self.third(b, &c, d, e, &a, Self.next(49, &schedule))
    Self.third(a, &b, c, d, &e, Self.next(50, &schedule))
    Self.third(e, &a, b, c, &d, Self.next(51, &schedule))
    Self.third(d, &e, a, b, &c, Self.next(52, &schedule))
    Self.third(c, &d, e, a, &b, Self.next(53, &schedule))
    Self.third(b, &c, d, e, &a, Self.next(54, &schedule))
    Self.third(a, &b, c, d, &e, Self.next(55, &schedule))
    Self.third(e, &a, b, c, &d, Self.next(56, &schedule))
    Self.third(d, &e, a, b, &c, Self.next(57, &schedule))
    Self.third(c, &d, e, a, &b, Self.next(58, &schedule))
    Self.third(b, &c, d, e, &a, Self.next(59, &schedule))
    Self.fourth(a, &b, c, d, &e, Self.next(60, &schedule))
    Self.fourth(e, &a, b, c, &d, Self.next(61, &schedule))
    Self.fourth(d, &e, a, b, &c, Self.next(62, &schedule))
    Self.fourth(c, &d, e, a, &b, Self.next(63, &schedule))
    Self.fourth(b, &c, d, e, &a, Self.next(64, &schedule))
    Self.fourth(a, &b, c, d, &e, Self.next(65, &schedule))
    Self.fourth(e, &a, b, c, &d, Self.next(66, &schedule))
    Self.fourth(d, &e, a, b, &c, Self.next(67, &schedule))
    Self.fourth(c, &d, e, a, &b, Self.next(68, &schedule))
    Self.fourth(b, &c, d, e, &a, Self.next(69, &schedule))
    Self.fourth(a, &b, c, d, &e, Self.next(70, &schedule))
    Self.fourth(e, &a, b, c, &d, Self.next(71, &schedule))
    Self.fourth(d, &e, a, b, &c, Self.next(72, &schedule))
    Self.fourth(c, &d, e, a, &b, Self.next(73, &schedule))
    Self.fourth(b, &c, d, e, &a, Self.next(74, &schedule))
    Self.fourth(a, &b, c, d, &e, Self.next(75, &schedule))
    Self.fourth(e, &a, b, c, &d, Self.next(76, &schedule))
    Self.fourth(d, &e, a, b, &c, Self.next(77, &schedule))
    Self.fourth(c, &d, e, a, &b, Self.next(78, &schedule))
    Self.fourth(b, &c, d, e, &a, Self.next(79, &schedule))
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
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
  private static func next(_ round: Int, _ schedule: inout [16 of UInt32]) -> UInt32 {
    // Sound: every index is taken modulo 16.
    let word = unsafe rotated(
      schedule[unchecked: (round &+ 13) & 15] ^ schedule[unchecked: (round &+ 8) & 15]
        ^ schedule[unchecked: (round &+ 2) & 15] ^ schedule[unchecked: round & 15],
      31
    )
    unsafe schedule[unchecked: round & 15] = word
    return word
  }

  @inline(__always)
  private static func first(
    _ a: UInt32,
    _ b: inout UInt32,
    _ c: UInt32,
    _ d: UInt32,
    _ e: inout UInt32,
    _ word: UInt32
  ) {
    e = e &+ word &+ 0x5A82_7999 &+ rotated(a, 27) &+ (d ^ (b & (c ^ d)))
    b = rotated(b, 2)
  }

  @inline(__always)
  private static func second(
    _ a: UInt32,
    _ b: inout UInt32,
    _ c: UInt32,
    _ d: UInt32,
    _ e: inout UInt32,
    _ word: UInt32
  ) {
    e = e &+ word &+ 0x6ED9_EBA1 &+ rotated(a, 27) &+ (b ^ c ^ d)
    b = rotated(b, 2)
  }

  @inline(__always)
  private static func third(
    _ a: UInt32,
    _ b: inout UInt32,
    _ c: UInt32,
    _ d: UInt32,
    _ e: inout UInt32,
    _ word: UInt32
  ) {
    e = e &+ word &+ 0x8F1B_BCDC &+ rotated(a, 27) &+ ((b & c) &+ (d & (b ^ c)))
    b = rotated(b, 2)
  }

  @inline(__always)
  private static func fourth(
    _ a: UInt32,
    _ b: inout UInt32,
    _ c: UInt32,
    _ d: UInt32,
    _ e: inout UInt32,
    _ word: UInt32
  ) {
    e = e &+ word &+ 0xCA62_C1D6 &+ rotated(a, 27) &+ (b ^ c ^ d)
    b = rotated(b, 2)
  }

  package func write(into digest: inout MutableSpan<UInt8>) {
    writeBigEndian(state.span, into: &digest)
  }

  package mutating func wipe() {
    wipeWords(&state)
  }
}
