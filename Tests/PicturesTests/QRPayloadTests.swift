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
      // A surrogate and an overlong form are no UTF-8.
      ([0xED, 0xA0, 0x80], "\u{ED}\u{A0}\u{80}"),
      ([0xC0, 0x80], "\u{C0}\u{80}"),
    ] as [([UInt8], String)]
  )
  func readsBytesAsUTF8AndElseAsLatin1(bytes: [UInt8], text: String) {
    #expect(Array(QRPayload(bytes: bytes).text.unicodeScalars) == Array(text.unicodeScalars))
  }
}
