// SPDX-License-Identifier: MIT
import Testing
import Vault

@Suite struct PaddingTests {
  /// Lengths computed by the reference formula of the paper, in Python.
  @Test(arguments: [
    (0, 1024), (1, 1024), (1023, 1024), (1024, 1088), (1086, 1088), (1087, 1088), (1088, 1152),
    (2047, 2048), (2048, 2176), (9_999, 10_240), (65_535, 65_536), (65_536, 67_584),
    (1_000_000, 1_015_808), (30_000_000, 30_408_704),
  ])
  func makesTheLengthsOfPadme(byteCount: Int, padded: Int) {
    #expect(Padding.paddedByteCount(for: byteCount) == padded)
  }

  @Test(arguments: [0..<5000, 65_000..<67_700, (1 << 20)..<((1 << 20) + 4000)])
  func holdsAlwaysWithAnEighthAtMost(byteCounts: Range<Int>) {
    var last = 0
    for byteCount in byteCounts {
      let padded = Padding.paddedByteCount(for: byteCount)
      #expect(padded > byteCount && padded >= last)
      #expect(padded <= max(1024, byteCount + byteCount / 8 + 8))
      #expect(Padding.paddedByteCount(for: padded - 1) == padded)
      last = padded
    }
  }

  @Test(
    arguments: [
      ([0x80], 0), ([1, 0x80], 1), ([1, 0x80, 0, 0], 1), ([0x80, 0x80, 0], 1), ([0, 0x80], 1),
      ([], nil), ([0], nil), ([0, 0], nil), ([1], nil), ([0x80, 1], nil), ([0x80, 1, 0], nil),
    ] as [([UInt8], Int?)]
  )
  func findsTheMark(bytes: [UInt8], byteCount: Int?) {
    #expect(Padding.unpaddedByteCount(of: bytes.span) == byteCount)
  }
}
