// SPDX-License-Identifier: MIT
import OTPCore
import Secrets
import TestKit
import Testing

@Suite("Lists of URIs")
struct TokenURITests {
  private func list(_ text: String) -> [TokenURI.Entry] {
    TokenURI.list(in: text.utf8.span)
  }

  /// T8.
  @Test("pass over blank lines, comments and text in front")
  func passesOver() {
    let entries = list(
      "\u{FEFF}otpauth://totp/a?secret=JBSWY3DPEHPK3PXP\r\n\r\n  # a comment\r\n"
        + "   otpauth: otpauth://totp/b?secret=JBSWY3DPEHPK3PXP\r\n"
        + "\tSTEAM://JBSWY3DPEHPK3PXP"
    )
    #expect(entries.map(\.line) == [1, 4, 5])
    #expect(entries.map(\.label.text) == ["a", "b", "Steam"])
    #expect(entries.allSatisfy { entry in entry.token.failure == nil })
  }

  @Test("keep a good line beside an odd one")
  func keepsGoodLines() {
    let entries = list(
      "otpauth://totp/a?secret=0\nwhat\notpauth://totp/b?secret=J7\rotpauth://x/y\n"
    )
    #expect(entries.map(\.line) == [1, 2, 3, 4])
    #expect(
      entries.map { entry in entry.token.failure } == [
        .invalidBase32(offset: 0), .notATokenURI, nil, .unknownURIType,
      ]
    )
  }

  @Test("make an entry of each token in an export")
  func spreadsExports() {
    let entries = list(
      "otpauth://totp/a?secret=J7\notpauth-migration://offline?data=\(MigrationURITests.data)\n"
    )
    #expect(entries.map(\.line) == [1, 2, 2, 2])
    #expect(entries.map(\.label.account) == ["a", "alice@example.com", "bank", "é"])
    #expect(entries.map { entry in entry.part?.exportID } == [nil, 12_345, 12_345, 12_345])
  }

  @Test("name a line whose export holds no token")
  func namesEmptyExport() {
    let entries = list("otpauth-migration://offline?data=EAE%3D")
    #expect(entries.map { entry in entry.token.failure } == [.missingItem("token")])
  }

  @Test("are empty without a line", arguments: ["", "\n\r\n\r", "# only\n#this", "\u{FEFF}"])
  func areEmpty(text: String) {
    #expect(list(text).isEmpty)
  }

  @Test("take no URI from the middle of a word or of another URI")
  func findsNoInnerURI() {
    #expect(list("xotpauth://totp/a?secret=J7").first?.token.failure == .notATokenURI)
    let entries = list("otpauth://totp/a?secret=J7&image=otpauth://totp/b?secret=K7")
    #expect(entries.map(\.label.text) == ["a"])
  }

  @Test(
    "are recognised line by line",
    arguments: [
      (" otpauth://totp/x", .otpauth), ("OTPAUTH-MIGRATION://", .migration), ("Steam://x", .steam),
      ("otpauth:", nil), ("https://x", nil), ("", nil),
    ] as [(String, TokenURI?)]
  )
  func recognises(text: String, kind: TokenURI?) {
    #expect(TokenURI(text.utf8.span) == kind)
  }

  @Test("may be longer than the kernel has room for pieces of guarded memory")
  func shareGuardedMemory() {
    let lines = (0..<40_000).map { number in "otpauth://totp/\(number)?secret=J7" }
    let entries = list(lines.joined(separator: "\n"))
    #expect(entries.count == 40_000)
    #expect(entries.allSatisfy { entry in entry.token.failure == nil })
    #expect(entries.last?.label.account == "39999")
  }

  @Test("can be written and read again")
  func readsBack() throws {
    var random = SeededGenerator(seed: 8)
    let tokens = try (0..<50).map { _ in try Token.random(using: &random) }
    var text = ""
    for token in tokens {
      let uri = try token.uri()
      text += uri.string + "\n"
    }
    let read = try list(text).map { entry in try entry.token.get() }
    #expect(read.map(\.facts) == tokens.map(\.facts))
  }
}
