// SPDX-License-Identifier: MIT
import Foundation
import OTPCore
import Testing

@Suite("Queries")
struct TokenQueryTests {
  static let id = "0123456789abcdef"

  private func rank(_ query: String, _ issuer: String, _ account: String) -> TokenQuery.Rank? {
    TokenQuery(query).rank(id: Self.id, label: Label(issuer: issuer, account: account))
  }

  @Test(
    "rank a token by how well it answers",
    arguments: [
      (id, "GitHub", "alice", .exact),
      ("GitHub:alice", "GitHub", "alice", .exact),
      ("alice", "", "alice", .exact),
      ("GitHub", "GitHub", "", .exact),
      ("github:alice", "GitHub", "alice", .name),
      ("GitHub", "GitHub", "alice", .name),
      ("github", "GitHub", "alice", .name),
      ("ALICE", "GitHub", "alice", .name),
      ("alice", "GitHub", "alice", .name),
      ("git", "GitHub", "alice", .prefix),
      ("AL", "GitHub", "alice", .prefix),
      ("github:al", "GitHub", "alice", .prefix),
      ("github:", "GitHub", "alice", .prefix),
      ("hub", "GitHub", "alice", .part),
      ("LICE", "GitHub", "alice", .part),
      ("b:A", "GitHub", "alice", .part),
      (":alice", "GitHub", "alice", .part),
      ("e", "GitHub", "alice", .part),
      ("gitlab", "GitHub", "alice", nil),
      ("alice:github", "GitHub", "alice", nil),
      ("github:alice2", "GitHub", "alice", nil),
      (":", "", "alice", nil),
      ("", "GitHub", "alice", nil),
      ("", "", "", nil),
      ("x", "", "", nil),
      (String(id.prefix(5)), "GitHub", "alice", nil),
      (id.uppercased(), "GitHub", "alice", nil),
      ("a:b", "a:b", "c", .name),
      ("a:b:c", "a:b", "c", .exact),
    ] as [(String, String, String, TokenQuery.Rank?)]
  )
  func ranks(query: String, issuer: String, account: String, rank: TokenQuery.Rank?) {
    #expect(self.rank(query, issuer, account) == rank)
  }

  @Test(
    "fold letters as Unicode does",
    arguments: [
      ("MÜNZE", "münze", "é", .name),
      ("münze", "MÜNZE", "é", .name),
      ("münze", "mu\u{308}nze", "x", .name),
      ("mu\u{308}nze:É", "Münze", "é", .name),
      ("Münze:é", "Mu\u{308}nze", "e\u{301}", .exact),
      ("mün", "MU\u{308}NZE", "x", .prefix),
      ("STRASSE", "Straße", "x", .name),
      ("straße", "STRASSE", "x", .name),
      ("straẞe", "straße", "x", .name),
      ("ΟΔΟΣ", "οδος", "x", .name),
      ("\u{212A}elvin", "Kelvin", "x", .name),
      ("efface", "e\u{FB00}ace", "x", .name),
      ("i", "ı", "x", nil),
      ("と nyaa", "喵 と Nyaa", "x", .part),
      ("喵", "喵 と Nyaa", "x", .prefix),
      ("nyaa:x", "喵 と Nyaa", "x", .part),
      ("u", "mu\u{308}nze", "x", nil),
      ("ü", "munze", "x", nil),
      ("é", "x", "e", nil),
      ("x", "é", "x", .name),
      ("é", "é", "", .exact),
    ] as [(String, String, String, TokenQuery.Rank?)]
  )
  func folds(query: String, issuer: String, account: String, rank: TokenQuery.Rank?) {
    #expect(self.rank(query, issuer, account) == rank)
  }

  /// T13: a Turkish locale makes no other letter of `I`.
  @Test("are the same in a Turkish locale")
  func ignoresLocale() async {
    await #expect(processExitsWith: .success) {
      // Both take text that ends with a zero, which a literal does.
      unsafe setenv("LC_ALL", "tr_TR.UTF-8", 1)
      _ = unsafe setlocale(LC_ALL, "")
      let label = Label(issuer: "GitHub", account: "é")
      try #require(TokenQuery("GITHUB").rank(id: "", label: label) == .name)
      let plain = Label(issuer: "GitHub", account: "i")
      try #require(TokenQuery("GITHUB:I").rank(id: "", label: plain) == .name)
    }
  }

  @Test("compare their ranks, the better the smaller")
  func comparesRanks() {
    #expect(
      [TokenQuery.Rank.part, .exact, .prefix, .name].sorted() == [.exact, .name, .prefix, .part]
    )
  }

  @Test("match no bytes that are no UTF-8, and survive them")
  func survivesBrokenUTF8() {
    let broken: [UInt8] = [0xFF, 0x41]
    #expect(TokenQuery("a").rank(issuer: broken.span, account: broken.span) == .part)
    #expect(TokenQuery("b").rank(issuer: broken.span, account: broken.span) == nil)
  }
}
