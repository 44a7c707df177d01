// SPDX-License-Identifier: MIT
import OTPCore
import Secrets
import TestKit
import Testing

/// Parsers on random and on damaged input.
///
/// Nothing traps, and what parses is written and read again as the same. That errors are of the
/// declared type, the compiler proves.
@Suite("Hostile input")
struct HostileInputTests {
  static let seeds = [
    "otpauth://totp/Example:alice%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Example&algorithm="
      + "SHA256&digits=8&period=60",
    "otpauth://hotp/M%C3%BCnze:é?secret=GEZDGNBVGY3TQOJQ&counter=18446744073709551615&image=x",
    "steam://JBSWY3DPEHPK3PXP", "otpauth://totp/Steam:x?secret=J7&encoder=steam",
    "otpauth-migration://offline?data=\(MigrationURITests.data)",
    "\u{FEFF}otpauth: otpauth://totp/a?secret=J7\r\n# x\r\nsteam://J7\n",
    "JBSW-Y3DP ehpk\u{A0}3PXP====", "2023-11-14T23:13:20.5+01:00", "1700000000",
  ]

  /// Hands input to every parser of the library.
  private func parse(_ input: [UInt8]) throws {
    _ = try? Base32.decode(input.span)
    _ = try? Base64.decode(input.span)
    _ = try? PercentEncoding.string(input.span, plus: .space, item: "x")
    _ = try? MigrationURI.batch(input.span)
    let text = String(decoding: input, as: UTF8.self)
    if let moment = try? UnixTime(text: text), moment.iso8601.utf8.count == 20 {
      #expect(try UnixTime(text: moment.iso8601) == moment)
    }
    _ = try? Algorithm(name: text)
    _ = TokenQuery(text).rank(issuer: input.span, account: input.span)
    var reader = ProtobufReader(0..<input.count)
    while (try? reader.next(in: input.span)) != nil {}
    for entry in TokenURI.list(in: input.span) {
      guard case .success(let token) = entry.token else { continue }
      let written = try token.uri()
      let read = try Token(uri: written.span)
      #expect(read.facts == token.facts)
    }
  }

  @Test("of random bytes is survived", arguments: 0..<40)
  func survivesRandomBytes(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for count in 0..<50 { try parse(random.bytes(count: count)) }
  }

  @Test("of damaged examples is survived", arguments: seeds, 0..<20)
  func survivesDamage(example: String, seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<40 { try parse(random.mutated(Array(example.utf8))) }
  }

  @Test("of a damaged message in an export is survived", arguments: 0..<60)
  func survivesDamagedMessages(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let message = try Base64.array(MigrationURITests.data)
    for _ in 0..<40 {
      let data = Base64.text(random.mutated(message))
      try parse(Array("otpauth-migration://offline?data=\(data)".utf8))
    }
  }

  @Test("of every cut is survived", arguments: seeds)
  func survivesCuts(example: String) throws {
    let bytes = Array(example.utf8)
    for end in bytes.indices { try parse(Array(bytes[..<end])) }
  }
}
