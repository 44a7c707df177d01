// SPDX-License-Identifier: MIT
import Secrets
import TestKit
import Testing
import Vault

@Suite struct RecoveryCodeTests {
  private static func text(of code: RecoveryCode) -> [UInt8] {
    code.text.withBytes { text in text.indices.map { text[$0] } }
  }

  private static func read(_ text: [UInt8]) -> RecoveryCode.Reading {
    RecoveryCode.read(text.span)
  }

  private static func isRead(_ text: [UInt8], as code: RecoveryCode) -> Bool {
    guard case .code(let other) = read(text) else { return false }
    return other.bytes.matches(code.bytes)
  }

  /// The groups that are said to be wrong; `nil` for a code and for what is none.
  private static func mistakes(in text: [UInt8]) -> [Int]? {
    guard case .mistyped(let groups) = read(text) else { return nil }
    return groups
  }

  @Test func `has the form that the page on the format shows`() {
    let code = RecoveryCode(from: CountedRandomness())
    let text = String(decoding: Self.text(of: code), as: UTF8.self)
    #expect(text == "000GC-40R4Y-0M301-E209M-185G2-R38EE-1ZWMA")
  }

  @Test(arguments: 0..<50)
  func `is read as it was written, and by other hands`(number: Int) {
    let code = RecoveryCode(from: SystemRandomness())
    let text = Self.text(of: code)
    #expect(text.count == 41)
    #expect(Self.isRead(text, as: code))
    let plain = String(decoding: text, as: UTF8.self)
    let copies = [
      plain.lowercased(), plain.filter { $0 != "-" }, plain.map { "\($0) " }.joined(),
      "  " + plain.split(separator: "-").joined(separator: "\u{2013}") + "\t",
      plain.split(separator: "-").joined(separator: "\u{A0}"),
      String(plain.map { $0 == "0" ? "o" : $0 == "1" ? "l" : $0 == "V" ? "u" : $0 }),
      String(plain.map { $0 == "0" ? "O" : $0 == "1" ? "I" : $0 }),
    ]
    for copy in copies {
      let bytes = Array(copy.utf8)
      #expect(Self.isRead(bytes, as: code))
    }
  }

  @Test func `finds every single mistake, and its group`() {
    let text = Self.text(of: RecoveryCode(from: SystemRandomness()))
    for place in text.indices where text[place] != UInt8(ascii: "-") {
      for symbol in "0123456789ABCDEFGHJKMNPQRSTVWXYZ*é".utf8 where symbol != text[place] {
        var changed = text
        changed[place] = symbol
        #expect(Self.mistakes(in: changed) == [place / 6 + 1])
      }
    }
  }

  @Test func `finds every two symbols that changed places, and their groups`() {
    let text = Self.text(of: RecoveryCode(from: SystemRandomness()))
    for first in text.indices where text[first] != UInt8(ascii: "-") {
      for second in (first + 1)..<text.count
      where text[second] != UInt8(ascii: "-") && text[second] != text[first] {
        var changed = text
        changed.swapAt(first, second)
        #expect(Self.mistakes(in: changed) == Set([first / 6 + 1, second / 6 + 1]).sorted())
      }
    }
  }

  @Test func `finds groups that changed places`() {
    let text = Self.text(of: RecoveryCode(from: SystemRandomness()))
    let groups = text.split(separator: UInt8(ascii: "-"))
    for first in 0..<6 {
      for second in (first + 1)..<7 {
        var changed = groups
        changed.swapAt(first, second)
        let joined = Array(changed.joined(separator: [UInt8(ascii: "-")]))
        #expect(Self.mistakes(in: joined) == [first + 1, second + 1])
      }
    }
  }

  @Test func `finds the group that lost a symbol or has one too many`() {
    let text = Self.text(of: RecoveryCode(from: SystemRandomness()))
    #expect(Self.mistakes(in: Array(text[..<14] + text[15...])) == [3])
    #expect(Self.mistakes(in: text[..<14] + [UInt8(ascii: "7")] + text[14...]) == [3])
  }

  @Test(arguments: [
    "", "-", "correct horse battery staple one two three", "correct horse battery staple",
    "12345-12345-12345-12345-12345-12345-12345", "00000-00000-00000-00000-00000-00000-00000",
    String(repeating: "0", count: 35), String(repeating: "a b ", count: 1000), "\u{E2}\u{80}", "é",
  ])
  func `takes a passphrase for none`(text: String) {
    let bytes = Array(text.utf8)
    guard case .other = Self.read(bytes) else {
      Issue.record("\(text) is read as a code")
      return
    }
  }

  @Test func `never traps on random bytes`() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<5000 {
      let count = Int.random(in: 0..<90, using: &generator)
      let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      if case .code = Self.read(bytes) { Issue.record("random bytes are a code") }
    }
  }
}
