// SPDX-License-Identifier: MIT
import OTPCore
import Secrets
import TestKit
import Testing

@Suite("Base32 and Base64")
struct TextFormTests {
  static let vectors = Result {
    try VectorCase.all(in: "rfc4648", keys: ["encoding", "bytes", "expect"], bundle: .module)
  }

  @Test("give the examples of RFC 4648, both ways", arguments: try vectors.get())
  func givesExamples(of vector: VectorCase) throws {
    let bytes = try vector.bytes("bytes")
    let text = try vector.text("expect")
    if try vector.text("encoding") == "base32" {
      let unpadded = text.prefix { character in character != "=" }
      #expect(Base32.text(bytes) == unpadded)
      #expect(try Base32.array(text) == bytes)
    } else {
      #expect(Base64.text(bytes) == text)
      #expect(try Base64.array(text) == bytes)
    }
  }
}

@Suite("Base32")
struct Base32Tests {
  /// T1: an 80-bit secret as sites show it and people copy it.
  @Test(
    "reads grouped secrets",
    arguments: [
      "JBSWY3DPEHPK3PXP", "jbswy3dpehpk3pxp", "JBSW Y3DP EHPK 3PXP", "jbsw-y3dp-ehpk-3pxp",
      " JBSWY3DPEHPK3PXP\r\n", "JBSW\tY3DP\u{A0}EHPK\u{A0}3PXP", "JBSWY3DPEHPK3PXP====",
      "JBSWY3DPEHPK3PXP= = \n", "- JBSWY3DPEHPK3PXP -",
    ]
  )
  func readsGroups(text: String) throws {
    #expect(try Token(text).code(at: .example).text == "324550")
  }

  /// T2: lengths that are no multiple of eight, with any padding.
  @Test(
    "reads secrets without right padding",
    arguments: [
      ("AAAQEAYEAUDAOCAJBIFQYDIOB4IBCEQTCQKRMFYYDENBWHA5DYPQ", "627910"),
      ("AAAQEAYEAUDAOCAJBIFQYDIOB4", "533754"),
      ("AAAQEAYEAUDAOCAJBIFQYDIOB4======", "533754"),
      ("J3WWIV3PTGJPQV5QAICM", "363254"),
      ("J3WWIV3PTGJPQV5QAICM====", "363254"),
      ("J3WWIV3PTGJPQV5QAICM=========", "363254"),
    ]
  )
  func readsUnpadded(text: String, code: String) throws {
    #expect(try Token(text).code(at: .example).text == code)
  }

  @Test("drops bits beyond the last whole byte, as sites leave them set")
  func dropsLeftoverBits() throws {
    #expect(try Base32.array("MZ") == [0x66])
    #expect(try Base32.array("M7") == [0x67])
    #expect(Base32.text([0x67]) == "M4")
  }

  @Test(
    "names the place of what it can't read",
    arguments: [
      ("JBSWY3DP!1", .invalidBase32(offset: 8)),
      ("0BSWY3DP", .invalidBase32(offset: 0)),
      ("JBSWY3D1", .invalidBase32(offset: 7)),
      ("JBSW 8", .invalidBase32(offset: 5)),
      ("JB9", .invalidBase32(offset: 2)),
      ("JBSW\u{A0}\u{A0}ö", .invalidBase32(offset: 6)),
      ("JBSW\u{A1}", .invalidBase32(offset: 4)),
      ("JBSW=3DP", .invalidBase32(offset: 4)),
      ("J=B=SW", .invalidBase32(offset: 1)),
      ("JBSW\0", .invalidBase32(offset: 4)),
      ("ſBSW", .invalidBase32(offset: 0)),
      ("", .emptySecret),
      (" \t\r\n-\u{A0}====", .emptySecret),
      ("A", .impossibleBase32Length(count: 1)),
      ("AAA", .impossibleBase32Length(count: 3)),
      ("AAAAAA==", .impossibleBase32Length(count: 6)),
      ("AAAA AAAAA", .impossibleBase32Length(count: 9)),
    ] as [(String, OTPError)]
  )
  func refuses(text: String, error: OTPError) {
    #expect(throws: error) { _ = try Base32.decode(text.utf8.span) }
  }

  @Test(
    "refuses bytes that are no text",
    arguments: [[0xFF, 0x41], [0xC2], [0xC2, 0x41], [0xA0]]
  )
  func refusesBytes(bytes: [UInt8]) {
    #expect(throws: OTPError.invalidBase32(offset: 0)) { _ = try Base32.decode(bytes.span) }
  }

  @Test("reads 1,024 bytes and no more")
  func refusesLongSecrets() throws {
    let longest = [UInt8](repeating: 1, count: 1024)
    #expect(try Base32.array(Base32.text(longest)) == longest)
    let tooLong = Base32.text(longest + [1])
    #expect(throws: OTPError.secretTooLong(byteCount: 1025)) {
      _ = try Base32.decode(tooLong.utf8.span)
    }
  }

  @Test("reads back what it writes", arguments: 1...80)
  func readsBack(count: Int) throws {
    var generator = SeededGenerator(seed: UInt64(count))
    let bytes = generator.bytes(count: count)
    let text = Base32.text(bytes)
    #expect(text.utf8.count == Base32.encodedCount(byteCount: count))
    #expect(try Base32.array(text) == bytes)
    #expect(try Base32.array(text.lowercased()) == bytes)
  }
}

@Suite("Base64")
struct Base64Tests {
  @Test(
    "reads both alphabets, with or without padding",
    arguments: ["SGVsbG8h3q2+7w==", "SGVsbG8h3q2+7w", "SGVsbG8h3q2-7w", "SGVsbG8h3q2-7w="]
  )
  func readsAlphabets(text: String) throws {
    let secret = Secret(try Base64.decode(text.utf8.span))
    let token = try Token(
      label: Label(issuer: "Steam", account: "x"),
      secret: secret,
      generator: .steam(period: .thirtySeconds)
    )
    #expect(try token.code(at: .example).text == "2KM2P")
  }

  @Test(
    "names the place of what it can't read",
    arguments: [
      ("A", 1), ("AAAAA", 5), ("AA A", 2), ("AA=A", 2), ("AA\n", 2), ("*AAA", 0), ("AAAÄ", 3),
    ]
  )
  func refuses(text: String, offset: Int) {
    #expect(throws: OTPError.invalidBase64(offset: offset)) {
      _ = try Base64.decode(text.utf8.span)
    }
  }

  @Test("reads back what it writes", arguments: 0...80)
  func readsBack(count: Int) throws {
    var generator = SeededGenerator(seed: UInt64(count))
    let bytes = generator.bytes(count: count)
    let text = Base64.text(bytes)
    #expect(text.utf8.count == Base64.encodedCount(byteCount: count))
    #expect(try Base64.array(text) == bytes)
  }
}

@Suite("Percent-encoding")
struct PercentEncodingTests {
  private func decoded(_ text: String, _ plus: PercentEncoding.Plus) throws -> String {
    try PercentEncoding.string(text.utf8.span, plus: plus, item: "issuer")
  }

  @Test("takes a plus for a space in a query alone")
  func readsPlus() throws {
    #expect(try decoded("a+b%2Bc", .space) == "a b+c")
    #expect(try decoded("a+b%2Bc", .plus) == "a+b+c")
  }

  @Test("keeps what needs no escape, and UTF-8 that got none")
  func readsRaw() throws {
    #expect(try decoded("არა é %C3%A9", .plus) == "არა é é")
    let decomposed = try decoded("e%CC%81", .plus)
    #expect(Array(decomposed.unicodeScalars) == ["e", "\u{301}"])
  }

  @Test(
    "refuses broken escapes and broken UTF-8",
    arguments: ["%", "%4", "a%zz", "%C3", "%ff", "%+1", "%ED%A0%80"]
  )
  func refuses(text: String) {
    #expect(throws: OTPError.invalidEncoding("issuer")) { try decoded(text, .space) }
  }

  @Test("reads back every byte that it writes")
  func readsBack() throws {
    let all = [UInt8](0...255)
    let text = SecretBytes(capacity: PercentEncoding.encodedCount(all.span)) { output in
      PercentEncoding.append(all.span, to: &output)
    }
    #expect(text.count == PercentEncoding.encodedCount(all.span))
    for plus in [PercentEncoding.Plus.plus, .space] {
      let bytes = try PercentEncoding.secretBytes(text.span, plus: plus, item: "data")
      #expect(bytes.span.array == all)
    }
  }
}
