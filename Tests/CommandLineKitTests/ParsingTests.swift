// SPDX-License-Identifier: MIT
import CommandLineKit
import Testing

@Suite struct ParsingTests {
  @Test(arguments: [
    ["code", "--at", "-5", "git"], ["code", "--at=-5", "git"], ["code", "git", "--at=-5"],
    ["code", "git", "--at", "-5"], ["--json", "code", "--at", "-5", "--", "git"],
  ])
  func `an option takes its value in both forms, anywhere, negative or not`(
    words: [String]
  ) throws {
    let parsed = try #require(try Sample.parsed(words))
    let time: Int64? = parsed(Sample.Code.at)
    let query: String = parsed(Sample.Code.query)
    #expect(time == -5)
    #expect(query == "git")
  }

  @Test(arguments: [
    ["add", "-d", "8"], ["add", "-d8"], ["add", "--digits", "8"], ["add", "--digits=8"],
    ["add", "-jd8"], ["add", "-jd", "8"],
  ])
  func `a short option takes the next word or the rest of its own`(words: [String]) throws {
    let parsed = try #require(try Sample.parsed(words))
    #expect(parsed(Sample.Add.digits) == 8)
    #expect(parsed(Sample.Add.name) == nil)
  }

  @Test(
    arguments: zip(
      [["code", "x"], ["code", "-n", "x"], ["code", "-nj", "x"], ["code", "x", "-jnN"]],
      [[false, false, false], [true, false, false], [true, true, false], [true, true, true]]
    )
  )
  func `short flags cluster`(words: [String], expected: [Bool]) throws {
    let parsed = try #require(try Sample.parsed(words))
    let flags: [Bool] = [
      parsed(Sample.Code.noNewline), parsed(Sample.Global.json), parsed(Sample.Code.next),
    ]
    #expect(flags == expected)
  }

  @Test(arguments: [
    ["--vault", "f", "vault", "slot", "rm", "a"], ["vault", "--vault=f", "slot", "rm", "a"],
    ["vault", "slot", "--vault", "f", "rm", "a"], ["vault", "slot", "rm", "a", "--vault", "f"],
  ])
  func `global options are accepted before and after every name`(words: [String]) throws {
    let invocation = try #require(try Sample.root.parse(words).invocation)
    #expect(invocation.path.name == "totp vault slot rm")
    #expect(invocation.parsed(Sample.Global.vault) == "f")
    #expect(invocation.parsed(Sample.Slot.label) == "a")
  }

  @Test(
    arguments: zip(
      [["-"], ["a", "b", "-"], ["--", "-n", "--help"], ["a", "--", "--", "-"], [""]],
      [["-"], ["a", "b", "-"], ["-n", "--help"], ["a", "--", "-"], [""]]
    )
  )
  func `a repeating positional keeps all words in order`(
    words: [String],
    expected: [String]
  ) throws {
    let parsed = try #require(try Sample.parsed(["scan"] + words))
    let images: [String] = parsed(Sample.Scan.image)
    #expect(images == expected)
  }

  @Test func `a repeating option keeps all values in order`() throws {
    let parsed = try #require(
      try Sample.parsed(["add", "--tag=", "-t", "--tag", "name", "-ta=b", "-t=c"])
    )
    #expect(parsed(Sample.Add.tag) == ["", "--tag", "a=b", "=c"])
    #expect(parsed(Sample.Add.name) == "name")
  }

  @Test(arguments: ["--help", "--", "-h", "", "-", "--json"])
  func `an option takes the next word whatever it looks like`(value: String) throws {
    let parsed = try #require(try Sample.parsed(["scan", "--vault", value, "x"]))
    #expect(parsed(Sample.Global.vault) == value)
  }

  @Test(arguments: ["\u{301}", "=\u{301}", "\u{301}=", "a\r\nb", "e\u{301}", "\u{E9}"])
  func `a value keeps its bytes, even where they combine with what is before`(
    value: String
  ) throws {
    for words in [["--tag=\(value)"], ["-t\(value)"], ["-t", value], ["--tag", value]] {
      let parsed = try #require(try Sample.parsed(["add"] + words))
      #expect(parsed(Sample.Add.tag).map { Array($0.utf8) } == [Array(value.utf8)])
    }
  }

  @Test func `what was not given is nil, empty or false`() throws {
    let parsed = try #require(try Sample.parsed(["add"]))
    #expect(parsed(Sample.Add.name) == nil)
    #expect(parsed(Sample.Add.digits) == nil)
    #expect(parsed(Sample.Add.tag).isEmpty)
    #expect(!parsed(Sample.Global.json))
  }

  @Test(arguments: Sample.Cost.allCases)
  func `a choice is read as its case`(cost: Sample.Cost) throws {
    let parsed = try #require(try Sample.parsed(["vault", "init", "--kdf", cost.rawValue]))
    #expect(parsed(Sample.Vault.cost) == cost)
  }

  @Test func `an invocation runs in its context and tells the exit code`() throws {
    let journal = Journal()
    let invocation = try #require(try Sample.root.parse(["code", "git", "-n"]).invocation)
    #expect(try invocation.run(in: journal) == .success)
    #expect(journal.lines == ["code git -1 true"])
    let scan = try #require(try Sample.root.parse(["scan", "-"]).invocation)
    #expect(try scan.run(in: journal).rawValue == 7)
  }

  @Test func `an invocation throws what its command throws`() throws {
    let invocation = try #require(try Sample.root.parse(["add"]).invocation)
    #expect(throws: Refused()) { try invocation.run(in: Journal()) }
  }

  @Test func `reading an argument of another command traps`() async {
    await #expect(processExitsWith: .failure) {
      let parsed = try Sample.parsed(["scan", "x"])
      _ = parsed?(Sample.Code.at)
    }
  }

  @Test func `reading an argument as another type traps`() async {
    await #expect(processExitsWith: .failure) {
      let parsed = try Sample.parsed(["code", "x", "--at", "1"])
      _ = parsed?(Option("at", value: "TIME", "The same name with another type"))
    }
  }

  @Test func `printing and dumping arguments shows nothing of them`() throws {
    let parsed = try #require(try Sample.parsed(["code", "hunter2", "--vault", "hunter2"]))
    var dumped = ""
    dump(parsed, to: &dumped)
    #expect("\(parsed)" == "<arguments>")
    #expect(!dumped.contains("hunter2"))
    #expect(!String(reflecting: parsed).contains("hunter2"))
  }

  @Test func `a positional is converted by its closure`() throws {
    let size = Positional("size", "How long it is") { (text) throws(ArgumentError) in
      guard let last = text.utf8.last else { throw ArgumentError(expected: "some text") }
      return last
    }
    let root = Command<Journal>("x", "Do it", arguments: [size]) { _, _ in .success }
    #expect(try root.parse(["ab"]).invocation?.parsed(size) == UInt8(ascii: "b"))
    #expect(throws: UsageError.self) { try root.parse([""]) }
  }

  @Test func `a program of one command needs no name`() throws {
    let root = Command<Journal>("totp-x", "Do it", arguments: [Sample.Code.query]) { _, _ in
      .success
    }
    #expect(try root.parse(["a"]).invocation?.parsed(Sample.Code.query) == "a")
    #expect(try root.parse(["--version"]).text == "version")
    #expect(try root.parse(["--help"]).text == "help totp-x")
    #expect(root.defects().isEmpty)
  }
}
