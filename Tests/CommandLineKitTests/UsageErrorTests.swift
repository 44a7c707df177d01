// SPDX-License-Identifier: MIT
import CommandLineKit
import Testing

/// A command line with the error it must give.
struct Mistake: CustomTestStringConvertible {
  let line: String
  let cause: UsageError.Cause
  let message: String
  var hint = "see \"totp --help\""

  var words: [String] { line.split(separator: " ").map(String.init) }
  var testDescription: String { line }
}

@Suite struct UsageErrorTests {
  private static let code = "see \"totp code --help\""
  private static let add = "see \"totp add --help\""

  static let mistakes = [
    Mistake(line: "", cause: .missingCommand, message: "missing command after \"totp\""),
    Mistake(
      line: "vault slot",
      cause: .missingCommand,
      message: "missing command after \"totp vault slot\"",
      hint: "see \"totp vault slot --help\""
    ),
    Mistake(
      line: "cod",
      cause: .unknownCommand(name: "cod", suggestion: "code"),
      message: "unknown command \"cod\"",
      hint: "did you mean \"code\"?"
    ),
    Mistake(
      line: "vault slot lsit",
      cause: .unknownCommand(name: "lsit", suggestion: "list"),
      message: "unknown command \"lsit\"",
      hint: "did you mean \"list\"?"
    ),
    Mistake(
      line: "frobnicate",
      cause: .unknownCommand(name: "frobnicate", suggestion: nil),
      message: "unknown command \"frobnicate\""
    ),
    Mistake(
      line: "otpauth://totp/a?secret=GEZDGNBV",
      cause: .unknownCommand(name: nil, suggestion: nil),
      message: "unknown command after \"totp\""
    ),
    Mistake(
      line: "gezdgnbvgy3tqojq",
      cause: .unknownCommand(name: nil, suggestion: nil),
      message: "unknown command after \"totp\""
    ),
    Mistake(
      line: "code x --nxet=hunter2",
      cause: .unknownOption(name: "--nxet", position: 2, suggestion: "--next"),
      message: "unknown option --nxet",
      hint: "did you mean \"--next\"?"
    ),
    Mistake(
      line: "code x --no-new",
      cause: .unknownOption(
        name: "--no-new",
        position: 2,
        suggestion: "--no-newline"
      ),
      message: "unknown option --no-new",
      hint: "did you mean \"--no-newline\"?"
    ),
    Mistake(
      line: "code --jsno x",
      cause: .unknownOption(
        name: "--jsno",
        position: 1,
        suggestion: "--json"
      ),
      message: "unknown option --jsno",
      hint: "did you mean \"--json\"?"
    ),
    Mistake(
      line: "code -json x",
      cause: .unknownOption(name: "-s", position: 1, suggestion: "--json"),
      message: "unknown option -s",
      hint: "did you mean \"--json\"?"
    ),
    Mistake(
      line: "--at 5 code x",
      cause: .unknownOption(name: "--at", position: 1, suggestion: nil),
      message: "unknown option --at"
    ),
    Mistake(
      line: "code -5",
      cause: .unknownOption(name: "-5", position: 1, suggestion: nil),
      message: "unknown option -5",
      hint: code
    ),
    Mistake(
      line: "-j code x -\u{1B}[2J",
      cause: .unknownOption(name: nil, position: 2, suggestion: nil),
      message: "unknown option at argument 2 after \"totp code\"",
      hint: code
    ),
    Mistake(
      line: "code --GEZDGNBV x",
      cause: .unknownOption(name: nil, position: 1, suggestion: nil),
      message: "unknown option at argument 1 after \"totp code\"",
      hint: code
    ),
    Mistake(
      line: "code --=x",
      cause: .unknownOption(name: nil, position: 1, suggestion: nil),
      message: "unknown option at argument 1 after \"totp code\"",
      hint: code
    ),
    Mistake(
      line: "code --next\u{301}=x y",
      cause: .unknownOption(name: nil, position: 1, suggestion: nil),
      message: "unknown option at argument 1 after \"totp code\"",
      hint: code
    ),
    Mistake(
      line: "code x --at",
      cause: .missingValue(option: "--at"),
      message: "--at needs a value",
      hint: code
    ),
    Mistake(
      line: "add -jd",
      cause: .missingValue(option: "--digits"),
      message: "--digits needs a value",
      hint: add
    ),
    Mistake(
      line: "--vault",
      cause: .missingValue(option: "--vault"),
      message: "--vault needs a value"
    ),
    Mistake(
      line: "code --next=yes x",
      cause: .unexpectedValue(flag: "--next"),
      message: "--next takes no value",
      hint: code
    ),
    Mistake(
      line: "code --help=x",
      cause: .unexpectedValue(flag: "--help"),
      message: "--help takes no value",
      hint: code
    ),
    Mistake(
      line: "--version=2",
      cause: .unexpectedValue(flag: "--version"),
      message: "--version takes no value"
    ),
    Mistake(
      line: "code x --at 1 --at=1",
      cause: .repeated("--at"),
      message: "--at is given twice",
      hint: code
    ),
    Mistake(
      line: "add -d1 --digits 2",
      cause: .repeated("--digits"),
      message: "--digits is given twice",
      hint: add
    ),
    Mistake(
      line: "code x -nn",
      cause: .repeated("--no-newline"),
      message: "--no-newline is given twice",
      hint: code
    ),
    Mistake(
      line: "--json code x --json",
      cause: .repeated("--json"),
      message: "--json is given twice",
      hint: code
    ),
    Mistake(
      line: "code",
      cause: .missingArgument("QUERY"),
      message: "missing argument QUERY",
      hint: code
    ),
    Mistake(
      line: "scan --",
      cause: .missingArgument("IMAGE"),
      message: "missing argument IMAGE",
      hint: "see \"totp scan --help\""
    ),
    Mistake(
      line: "--json add x GEZDGNBV",
      cause: .unexpectedArgument(position: 2),
      message: "unexpected argument 2 after \"totp add\"",
      hint: add
    ),
    Mistake(
      line: "add --digits 6 x -- y",
      cause: .unexpectedArgument(position: 5),
      message: "unexpected argument 5 after \"totp add\"",
      hint: add
    ),
    Mistake(
      line: "code -q -- -h",
      cause: .unknownOption(name: "-q", position: 1, suggestion: nil),
      message: "unknown option -q",
      hint: code
    ),
    Mistake(
      line: "code a -- b --help",
      cause: .unexpectedArgument(position: 3),
      message: "unexpected argument 3 after \"totp code\"",
      hint: code
    ),
    Mistake(
      line: "vault slot list x",
      cause: .unexpectedArgument(position: 1),
      message: "unexpected argument 1 after \"totp vault slot list\"",
      hint: "see \"totp vault slot list --help\""
    ),
    Mistake(
      line: "code x --at noon",
      cause: .invalidValue(argument: "--at", expected: "Unix seconds", found: "noon"),
      message: "--at expects Unix seconds, not \"noon\"",
      hint: code
    ),
    Mistake(
      line: "add -d11",
      cause: .invalidValue(
        argument: "--digits",
        expected: "a whole number from 1 to 10",
        found: "11"
      ),
      message: "--digits expects a whole number from 1 to 10, not \"11\"",
      hint: add
    ),
    Mistake(
      line: "vault init --kdf=cheap",
      cause: .invalidValue(
        argument: "--kdf",
        expected: "one of interactive, moderate, sensitive",
        found: "cheap"
      ),
      message: "--kdf expects one of interactive, moderate, sensitive, not \"cheap\"",
      hint: "see \"totp vault init --help\""
    ),
    Mistake(
      line: "add --secret hunter2",
      cause: .invalidValue(argument: "--secret", expected: "another value", found: nil),
      message: "--secret expects another value",
      hint: add
    ),
  ]

  @Test(arguments: mistakes)
  func `names what is wrong and what to type next`(mistake: Mistake) throws {
    let error = try #require(Sample.failure(mistake.words))
    #expect(error.cause == mistake.cause)
    #expect(error.message == mistake.message)
    #expect(error.hint == mistake.hint)
  }

  @Test func `an argument that is sensitive keeps the closure's words if they are harmless`() {
    let key = Positional("key", "A key", as: .expecting("32 bytes of Base32") { _ in Int?.none })
      .sensitive
    let root = Command<Journal>("x", "Do it", arguments: [key]) { _, _ in .success }
    #expect(throws: UsageError.self) { try root.parse(["GEZDGNBV"]) }
    do throws(UsageError) {
      _ = try root.parse(["GEZDGNBV"])
    } catch {
      #expect(error.message == "KEY expects 32 bytes of Base32")
    }
  }

  @Test func `a wrong value is shown on one line, harmless and cut`() {
    let value = "a\n\u{1B}]0;x\u{7}\u{202E}é\u{9B}" + String(repeating: "z", count: 100)
    let error = Sample.failure(["code", "x", "--at", value])
    let shown = "a\\u{a}\\u{1b}]0;x\\u{7}\\u{202e}é\\u{9b}" + String(repeating: "z", count: 49)
    #expect(error?.message == "--at expects Unix seconds, not \"\(shown)...\"")
  }
}
