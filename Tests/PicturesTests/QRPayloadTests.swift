// SPDX-License-Identifier: MIT
import Pictures
import Testing

@Suite struct QRPayloadTests {
  @Test(
    arguments: [
      ([], ""),
      (Array("otpauth://totp/Zürich".utf8), "otpauth://totp/Zürich"),
      ([0x5A, 0xFC, 0x72], "Zür"),
      ([0x80, 0xFF], "\u{80}\u{FF}"),
      ([0x61, 0x00, 0x62], "a\u{0}b"),
      ([0x83, 0x82, 0x83, 0x6F, 0x83, 0x43, 0x83, 0x8B], "モバイル"),
      ([0x41, 0x5C, 0x8D, 0xA1, 0x93, 0x78], "A\\今度"),
      ([0xC3, 0xDE, 0xBB, 0xDE, 0xB2, 0xDD, 0x51, 0x52], "ﾃﾞｻﾞｲﾝQR"),
      // Two letters of Latin-1 in a row are no katakana yet, and a lead byte at the end leads nothing.
      ([0xC4, 0xD6, 0x20], "ÄÖ "),
      ([0x83, 0x82, 0x83], "\u{83}\u{82}\u{83}"),
      // A surrogate and an overlong form are no UTF-8.
      ([0xED, 0xA0, 0x80], "\u{ED}\u{A0}\u{80}"),
      ([0xC0, 0x80], "\u{C0}\u{80}"),
    ] as [([UInt8], String)]
  )
  func readsBytesAsUTF8AndElseAsShiftJISOrLatin1(bytes: [UInt8], text: String) {
    #expect(Array(QRPayload(bytes: bytes).text.unicodeScalars) == Array(text.unicodeScalars))
  }
}
