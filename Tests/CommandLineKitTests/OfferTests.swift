// SPDX-License-Identifier: MIT
import CommandLineKit
import Testing

@Suite("Completions") struct OfferTests {
  private func texts(_ words: String...) -> [String]? {
    guard
      case .words(let candidates) = Sample.root.offer(for: words, externalCommands: ["guardian"])
    else { return nil }
    return candidates.map(\.text)
  }

  @Test("begin with the commands") func namesCommands() {
    #expect(texts("") == ["add", "code", "scan", "vault", "help", "guardian"])
    #expect(texts("co") == ["code"])
    #expect(texts("vault", "") == ["init", "slot"])
    #expect(texts("vault", "slot", "r") == ["rm"])
    #expect(texts("nothing", "") == [])
  }

  @Test("name the options that are still to be had") func namesOptions() {
    let all = ["--next", "--no-newline"]
    #expect(texts("code", "--n") == all)
    #expect(texts("code", "--next", "--n") == ["--no-newline"])
    #expect(texts("code", "-N", "--n") == ["--no-newline"])
    #expect(texts("add", "--tag", "x", "--t") == ["--tag"])
    #expect(texts("code", "--va") == ["--vault"])
    #expect(texts("--ver") == ["--version"])
    #expect(texts("code", "--", "--n") == [])
  }

  @Test("are an option's values where it waits for one") func offersValues() {
    #expect(texts("vault", "init", "--kdf", "") == ["interactive", "moderate", "sensitive"])
    #expect(texts("vault", "init", "--kdf=mo") == ["--kdf=moderate"])
    #expect(Sample.root.offer(for: ["code", "--vault", "x"]) == .files)
    #expect(Sample.root.offer(for: ["code", "--vault=x"]) == .files)
    #expect(texts("add", "-d", "") == [])
    #expect(texts("add", "-ns", "") == [])
  }

  @Test("take a value for no command and no positional") func skipsValues() {
    #expect(texts("--vault", "code", "co") == ["code"])
    #expect(Sample.root.offer(for: ["scan", "--vault", "x", ""]) == .files)
  }

  @Test("are files where files are meant, as often as they may be") func offersFiles() {
    #expect(Sample.root.offer(for: ["scan", ""]) == .files)
    #expect(Sample.root.offer(for: ["scan", "a.png", "b.png", ""]) == .files)
    #expect(texts("add", "name", "") == [])
  }

  @Test("know what help explains") func completesHelp() {
    #expect(texts("help", "va") == ["vault"])
    #expect(texts("help", "vault", "s") == ["slot"])
  }

  @Test("leave another program's words to it") func delegates() {
    let offer = Sample.root.offer(
      for: ["--vault", "v", "guardian", "li"],
      externalCommands: ["guardian"]
    )
    #expect(offer == .external(name: "guardian", words: ["--vault", "v", "li"]))
  }

  @Test(
    "take a line of bash apart",
    arguments: [
      ("totp code gi", ["totp", "code", "gi"], 0), ("totp code ", ["totp", "code", ""], 0),
      ("x | totp 'a b", ["totp", "a b"], 0), ("totp a\\ b \"c", ["totp", "a b", "c"], 0),
      ("totp Git:al", ["totp", "Git:al"], 4), ("totp --kdf=m", ["totp", "--kdf=m"], 6),
      ("totp 'Git:al", ["totp", "Git:al"], 0), ("a;b&&totp ", ["totp", ""], 0),
    ]
  )
  func readsLines(line: String, words: [String], kept: Int) {
    let parsed = ShellWords(line)
    #expect(parsed.words == words)
    #expect(parsed.keptCount == kept)
  }
}
