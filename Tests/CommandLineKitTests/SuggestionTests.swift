// SPDX-License-Identifier: MIT
import CommandLineKit
import Testing

@Suite struct SuggestionTests {
  private static let names = [
    "add", "code", "list", "rm", "vault", "verify", "completions", "edit",
  ]

  @Test(
    arguments: zip(
      [
        "cod", "code", "coed", "codes", "oce", "lsit", "ls", "exit", "comp", "verfiy", "v",
        "vaalut",
      ],
      [
        "code", "code", "code", "code", "code", "list", "list", "edit", "completions", "verify",
        "vault", "vault",
      ]
    )
  )
  func `finds the name that was meant`(typed: String, expected: String) {
    #expect(nearest(to: typed, among: Self.names) == expected)
  }

  @Test(arguments: ["", "qr", "x", "abcdef", "yubikey", "CODE", "completionsxyz"])
  func `finds none where the likeness is slight`(typed: String) {
    #expect(nearest(to: typed, among: Self.names) == nil)
  }

  @Test func `takes fewer edits before more, and the first of equals`() {
    #expect(nearest(to: "abcd", among: ["abxy", "abcx", "abcy"]) == "abcx")
  }

  @Test func `has nothing to suggest among no names`() {
    #expect(nearest(to: "code", among: []) == nil)
  }
}
