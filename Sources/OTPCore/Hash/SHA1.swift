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
    var start = 0
    while start < blocks.count {
      compressBlock(blocks, start)
      start += Self.blockByteCount
    }
  }

  private mutating func compressBlock(_ blocks: Span<UInt8>, _ start: Int) {
    var schedule = [16 of UInt32](repeating: 0)
    for index in 0..<16 {
      schedule[index] = bigEndianWord(blocks, at: start + 4 * index)
    }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    var round = 0
    // Five rounds bring each variable back to its place, so that none is moved.
    while round < 20 {
      Self.step(a, &b, c, d, &e, &schedule, round, 0x5A82_7999, Self.choice)
      Self.step(e, &a, b, c, &d, &schedule, round + 1, 0x5A82_7999, Self.choice)
      Self.step(d, &e, a, b, &c, &schedule, round + 2, 0x5A82_7999, Self.choice)
      Self.step(c, &d, e, a, &b, &schedule, round + 3, 0x5A82_7999, Self.choice)
      Self.step(b, &c, d, e, &a, &schedule, round + 4, 0x5A82_7999, Self.choice)
      round += 5
    }
    while round < 40 {
      Self.step(a, &b, c, d, &e, &schedule, round, 0x6ED9_EBA1, Self.parity)
      Self.step(e, &a, b, c, &d, &schedule, round + 1, 0x6ED9_EBA1, Self.parity)
      Self.step(d, &e, a, b, &c, &schedule, round + 2, 0x6ED9_EBA1, Self.parity)
      Self.step(c, &d, e, a, &b, &schedule, round + 3, 0x6ED9_EBA1, Self.parity)
      Self.step(b, &c, d, e, &a, &schedule, round + 4, 0x6ED9_EBA1, Self.parity)
      round += 5
    }
    while round < 60 {
      Self.step(a, &b, c, d, &e, &schedule, round, 0x8F1B_BCDC, Self.majority)
      Self.step(e, &a, b, c, &d, &schedule, round + 1, 0x8F1B_BCDC, Self.majority)
      Self.step(d, &e, a, b, &c, &schedule, round + 2, 0x8F1B_BCDC, Self.majority)
      Self.step(c, &d, e, a, &b, &schedule, round + 3, 0x8F1B_BCDC, Self.majority)
      Self.step(b, &c, d, e, &a, &schedule, round + 4, 0x8F1B_BCDC, Self.majority)
      round += 5
    }
    while round < 80 {
      Self.step(a, &b, c, d, &e, &schedule, round, 0xCA62_C1D6, Self.parity)
      Self.step(e, &a, b, c, &d, &schedule, round + 1, 0xCA62_C1D6, Self.parity)
      Self.step(d, &e, a, b, &c, &schedule, round + 2, 0xCA62_C1D6, Self.parity)
      Self.step(c, &d, e, a, &b, &schedule, round + 3, 0xCA62_C1D6, Self.parity)
      Self.step(b, &c, d, e, &a, &schedule, round + 4, 0xCA62_C1D6, Self.parity)
      round += 5
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    wipeWords(&schedule)
  }

  @inline(__always)
  private static func step(
    _ a: UInt32, _ b: inout UInt32, _ c: UInt32, _ d: UInt32, _ e: inout UInt32,
    _ schedule: inout [16 of UInt32], _ round: Int, _ constant: UInt32,
    _ function: (UInt32, UInt32, UInt32) -> UInt32
  ) {
    // Sound: every index is taken modulo 16.
    var word = unsafe schedule[unchecked: round & 15]
    if round >= 16 {
      unsafe word ^=
        schedule[unchecked: (round &+ 13) & 15] ^ schedule[unchecked: (round &+ 8) & 15]
        ^ schedule[unchecked: (round &+ 2) & 15]
      word = rotated(word, 31)
      unsafe schedule[unchecked: round & 15] = word
    }
    e = e &+ rotated(a, 27) &+ function(b, c, d) &+ constant &+ word
    b = rotated(b, 2)
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

  package func write(into digest: inout MutableSpan<UInt8>) {
    writeBigEndian(state.span, into: &digest)
  }

  package mutating func wipe() {
    wipeWords(&state)
  }
}
