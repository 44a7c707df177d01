// SPDX-License-Identifier: MIT
import Foundation
import Secrets
import TestKit
import Testing
import Vault

@Suite struct PassphraseFormTests {
  private static func composed(_ bytes: [UInt8]) -> [UInt8] {
    let form = PassphraseForm.composed(bytes.span)
    return form?.withBytes { form in form.indices.map { form[$0] } } ?? bytes
  }

  private static func composed(_ text: String) -> String {
    String(decoding: composed(Array(text.utf8)), as: UTF8.self)
  }

  /// Two strings that are canonically the same are `==`; their bytes are what counts here.
  private static func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

  @Test(arguments: [
    ("e\u{301}", "\u{E9}"), ("\u{E9}", "\u{E9}"), ("\u{212B}", "\u{C5}"),
    ("a\u{302}\u{323}", "\u{1EAD}"), ("\u{E2}\u{323}", "\u{1EAD}"),
    ("\u{1100}\u{1161}\u{11A8}", "\u{AC01}"),
    ("\u{AC00}\u{11A8}", "\u{AC01}"), ("\u{958}", "\u{915}\u{93C}"), ("\u{301}e", "\u{301}e"),
    ("\u{1F82}", "\u{1F82}"), ("\u{3B1}\u{345}\u{300}\u{313}", "\u{1FB2}\u{313}"),
    ("q\u{307}\u{323}", "q\u{323}\u{307}"), ("\u{1D15E}", "\u{1D157}\u{1D165}"),
    ("\u{FB01}", "\u{FB01}"), ("plain", "plain"),
  ])
  func `puts text into form C`(text: String, form: String) {
    #expect(Self.scalars(Self.composed(text)) == Self.scalars(form))
  }

  @Test(
    arguments: [
      [0xC3], [0xFF, 0x65, 0xCC, 0x81], [0x65, 0xCC, 0x81, 0xED, 0xA0, 0x80], [0xC0, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xE0, 0x80, 0x80], [0x65, 0xCC, 0x81, 0xCC],
    ] as [[UInt8]]
  )
  func `leaves what is no UTF-8 as it is`(bytes: [UInt8]) {
    #expect(PassphraseForm.composed(bytes.span) == nil)
  }

  @Test func `makes nothing of what is in the form already`() {
    for text in ["", "correct horse", "Stra\u{DF}e \u{E9} \u{4F60}"] {
      let bytes = Array(text.utf8)
      #expect(PassphraseForm.composed(bytes.span) == nil)
    }
  }

  /// Every character alone and between marks, and random runs of those that join.
  @Test(.enabled(if: Peer.python != nil, "TOTP_TEST_PYTHON names no Python"))
  func `agrees with another implementation on every character`() throws {
    let script = """
      import random, unicodedata
      random.seed(7)
      known = [chr(c) for c in range(0xC0, 0x30000)
               if not 0xD800 <= c < 0xE000 and unicodedata.category(chr(c)) != "Cn"]
      marks = [c for c in known if unicodedata.combining(c)]
      joining = [c for c in known if unicodedata.decomposition(c)] + list("aeiouqASZ ")
      texts = known + [unicodedata.normalize("NFD", c) for c in known]
      for c in joining:
          texts.append("e\\u0323" + c + random.choice(marks) + random.choice(marks))
      hangul = [chr(c) for c in (*range(0x1100, 0x1113), *range(0x1161, 0x1176), *range(0x11A7, 0x11C3), 0xAC00, 0xAC1C)]
      for _ in range(5000):
          pool = random.choice((marks, joining, hangul))
          texts.append("".join(random.choice(random.choice((pool, marks, joining)))
                               for _ in range(random.randrange(1, 9))))
      for text in texts:
          print(text.encode().hex(), unicodedata.normalize("NFC", text).encode().hex())
      """
    let (output, status) = try #require(Peer.python).run(["-c", script])
    #expect(status == 0)
    var count = 0
    var different: [Substring] = []
    for line in output.split(separator: "\n") {
      let parts = line.split(separator: " ")
      let text = try #require(Hex.bytes(String(parts[0])))
      if Hex.text(Self.composed(text)) != parts[1] { different.append(line) }
      count += 1
    }
    #expect(count > 100_000)
    #expect(different.isEmpty, "\(different.count): \(different.prefix(5))")
  }
}
