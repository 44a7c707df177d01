// SPDX-License-Identifier: MIT
import CommandLineKit
import Testing

@Suite struct OutcomeTests {
  @Test(
    arguments: zip(
      [
        ["--help"], ["-h"], ["code", "--help"], ["code", "x", "y", "-h"], ["code", "-nh"],
        ["vault", "-h"], ["vault", "slot", "rm", "--help"], ["--help", "code"],
        ["code", "--bogus", "--help"], ["code", "--at", "x", "-h"],
        ["code", "-q", "-h", "--", "a"],
        ["--bogus", "code", "-h"], ["help"], ["help", "code"], ["help", "vault", "slot", "rm"],
        ["help", "help"], ["help", "-h"], ["--json", "help", "--", "vault"],
      ],
      [
        "totp", "totp", "totp code", "totp code", "totp code",
        "totp vault", "totp vault slot rm", "totp",
        "totp code", "totp code", "totp code",
        "totp", "totp", "totp code", "totp vault slot rm",
        "totp help", "totp help", "totp vault",
      ]
    )
  )
  func `help explains the command found so far, whatever else is wrong`(
    words: [String],
    command: String
  ) throws {
    #expect(try Sample.root.parse(words).text == "help \(command)")
  }

  @Test(arguments: [["--version"], ["--json", "--version"], ["--version", "code"]])
  func `the root tells the version`(words: [String]) throws {
    #expect(try Sample.root.parse(words).text == "version")
  }

  @Test func `other commands have no version`() {
    let error = Sample.failure(["code", "--version"])
    #expect(error?.message == "unknown option --version")
    #expect(error?.command == "totp code")
  }

  @Test(
    arguments: zip(
      [
        ["yubikey"], ["yubikey", "list", "--help"],
        ["--vault", "f", "-j", "yubikey", "code", "-n"],
        ["--", "yubikey", "x"], ["yubikey", "--", "--version"], ["help", "yubikey"],
        ["help", "yubikey", "list"],
      ],
      [
        [], ["list", "--help"], ["--vault", "f", "-j", "code", "-n"], ["--", "x"],
        ["--", "--version"], ["--help"], ["list", "--help"],
      ]
    )
  )
  func `an external command gets every other word`(words: [String], arguments: [String]) throws {
    let outcome = try Sample.root.parse(words) { $0 == "yubikey" }
    #expect(outcome.text == "external yubikey \(arguments)")
  }

  @Test(arguments: ["../x", "Yubikey", "a/b", "", "-", "a b", "yubikey\n", "a--b", "é"])
  func `only a name in kebab form is looked for outside`(word: String) {
    let error = Sample.failure(["--", word]) { _ in
      Issue.record("asked for a word that is no name")
      return true
    }
    #expect(error?.cause == .unknownCommand(name: nil, suggestion: nil))
  }

  @Test func `commands of the tree come before external ones, which only a root has`() throws {
    #expect(try Sample.root.parse(["vault", "init"]) { _ in true }.text == "run totp vault init")
    let error = Sample.failure(["vault", "yubikey"]) { _ in true }
    #expect(error?.cause == .unknownCommand(name: "yubikey", suggestion: nil))
    #expect(error?.command == "totp vault")
  }

  @Test func `an unknown command is an error even where help is asked for`() {
    #expect(Sample.failure(["cod", "--help"])?.hint == "did you mean \"code\"?")
    #expect(Sample.failure(["help", "cod"])?.hint == "did you mean \"code\"?")
    #expect(Sample.failure(["help", "vault", "code"])?.command == "totp vault")
  }
}
