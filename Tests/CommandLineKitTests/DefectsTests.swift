// SPDX-License-Identifier: MIT
import CommandLineKit
import Testing

@Suite struct DefectsTests {
  private static func defects(_ arguments: [any Argument]) -> [String] {
    let command = Command<Journal>("run", "Do it", arguments: arguments) { _, _ in .success }
    let global = Flag("json", short: "j", "Print JSON")
    return Command("totp", "Keep codes", globalArguments: [global], subcommands: [command])
      .defects()
  }

  private static func leaf(_ name: String, _ summary: String = "Do it") -> Command<Journal> {
    Command(name, summary) { _, _ in .success }
  }

  private static func group(_ commands: [Command<Journal>]) -> [String] {
    Command("totp", "Keep codes", subcommands: commands).defects()
  }

  @Test func `a sound tree has none`() {
    #expect(Sample.root.defects().isEmpty)
    #expect(
      Command("totp yubikey", "Use a key", subcommands: [Self.leaf("list")]).defects().isEmpty
    )
  }

  @Test func `names are unique in scope, built-in and global ones included`() {
    let arguments: [any Argument] = [
      Flag("json", "Print it"), Flag("help", "Help me"), Flag("jump", short: "j", "Jump"),
      Flag("hop", short: "h", "Hop"), Option("at", value: "T", "Time"), Flag("at", "Now"),
      Positional("x", "One"), Positional("x", "Two"),
    ]
    #expect(
      Self.defects(arguments).sorted() == [
        "totp run: --at is there twice", "totp run: --help is there twice",
        "totp run: --json is there twice", "totp run: -h is there twice",
        "totp run: -j is there twice", "totp run: X is there twice",
      ]
    )
  }

  @Test func `the root keeps its version to itself`() {
    let flag = Flag("version", "A version")
    let root = Command(
      "totp",
      "Keep codes",
      globalArguments: [flag],
      subcommands: [Self.leaf("a")]
    )
    #expect(root.defects() == ["totp: --version is there twice"])
    #expect(Self.defects([flag]).isEmpty)
  }

  @Test(
    arguments: zip(
      ["", "Ends in a stop.", String(repeating: "x", count: 61), "Two\nlines"],
      [
        "the summary is empty", "the summary ends in a full stop", "the summary is over 60 columns",
        "the summary is more than one line",
      ]
    )
  )
  func `summaries are one short line without a full stop`(summary: String, defect: String) {
    #expect(Self.defects([Flag("now", summary)]) == ["totp run: --now: \(defect)"])
    #expect(Self.group([Self.leaf("a", summary)]) == ["totp a: \(defect)"])
    let example = Command<Journal>("a", "Do it", examples: [Example(summary, "a")]) { _, _ in
      .success
    }
    #expect(example.defects() == ["a: example: \(defect)"])
  }

  @Test func `a summary of 60 columns is short enough`() {
    #expect(Self.defects([Flag("now", String(repeating: "x", count: 60))]).isEmpty)
  }

  @Test(arguments: ["", "Now", "no_w", "-now", "now-", "n--w", "no w", "nöw", "now="])
  func `names are in lower-case kebab form`(name: String) {
    let defect = "the name is not in lower-case kebab form"
    #expect(Self.defects([Flag(name, "Do it")]) == ["totp run: --\(name): \(defect)"])
    #expect(Self.group([Self.leaf(name)]) == ["totp \(name): \(defect)"])
  }

  @Test(arguments: ["-", "=", "é", "?"] as [Character])
  func `short names are letters or digits`(short: Character) {
    #expect(
      Self.defects([Flag("now", short: short, "Do it")])
        == ["totp run: --now: the short name is not an ASCII letter or digit"]
    )
  }

  @Test func `positionals can be told apart`() {
    let arguments: [any Argument] = [
      Positional("a", "One").optional, Positional("b", "Two"), Positional("c", "Three").repeating,
      Positional("d", "Four").optional,
    ]
    #expect(
      Self.defects(arguments) == [
        "totp run: B: required after an optional one",
        "totp run: C: required after an optional one",
        "totp run: C: repeating, but not the last",
      ]
    )
  }

  @Test func `a value has a name`() {
    #expect(
      Self.defects([Option("at", value: "", "Time")])
        == ["totp run: --at: the value has no name"]
    )
  }

  @Test func `groups hold commands, each once, under titles`() {
    #expect(
      Self.group([Self.leaf("a"), Self.leaf("a")]) == ["totp: the command a is there twice"]
    )
    #expect(
      Self.group([]) == [
        "totp: the group is empty", "totp: a section has no title or no commands",
      ]
    )
    let sections = [CommandSection("", [Self.leaf("a")])]
    #expect(
      Command("totp", "Keep codes", sections: sections).defects() == [
        "totp: a section has no title or no commands"
      ]
    )
  }

  @Test func `a positional cannot be global`() {
    let root = Command(
      "totp",
      "Keep codes",
      globalArguments: [Positional("x", "What")],
      subcommands: [Self.leaf("a")]
    )
    #expect(root.defects() == ["totp: X: a positional cannot be global"])
  }
}
