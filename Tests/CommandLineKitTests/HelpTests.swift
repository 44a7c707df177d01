// SPDX-License-Identifier: MIT
import CommandLineKit
import Testing

@Suite struct HelpTests {
  private func help(
    _ words: [String],
    width: Int = 80,
    externalCommands: [String] = []
  ) throws -> String {
    guard case .help(let path) = try Sample.root.parse(words + ["--help"]) else { return "" }
    return path.help(width: width, externalCommands: externalCommands)
  }

  @Test func `the root lists its commands in their sections`() throws {
    let expected = """
      usage: totp [OPTIONS] COMMAND

      Keep one-time passwords.

      Tokens:
        add                       Add a token
        code                      Print a token's current code
        scan                      Read QR codes

      Housekeeping:
        vault                     Manage the vault
        help                      Explain a command

      External commands:
        guardian yubikey

      Options:
        -h, --help                Show this help
            --version             Show the version

      Global options:
            --vault FILE          The vault to use
            --passphrase-fd N     Read the passphrase from a descriptor
            --passphrase-command COMMAND
                                  Read the passphrase from a command
        -j, --json                Print one JSON document

      See "totp COMMAND --help" for one command.

      """
    let names = ["guardian", "code", "Bad", "yubikey", "x/y"]
    #expect(try help([], externalCommands: names) == expected)
  }

  @Test func `a command shows details, arguments, options and examples`() throws {
    let expected = """
      usage: totp code [OPTIONS] QUERY

      Print a token's current code.

      Prints the digits and a newline on standard output, and nothing else, so that
      the code can be piped on.

        QUERY   finds
        id      exactly

      Arguments:
        QUERY                     Issuer, account or label

      Options:
            --at TIME             Time to compute the code for
        -N, --next                Print the code after that one too
        -n, --no-newline          Print no newline after the code
        -h, --help                Show this help

      Global options:
            --vault FILE          The vault to use
            --passphrase-fd N     Read the passphrase from a descriptor
            --passphrase-command COMMAND
                                  Read the passphrase from a command
        -j, --json                Print one JSON document

      Examples:
        Copy a code:
          totp code github | wl-copy

      """
    #expect(try help(["code"]) == expected)
  }

  @Test(
    arguments: zip(
      [["add"], ["scan"], ["help"], ["vault"], ["vault", "slot", "rm"]],
      [
        "usage: totp add [OPTIONS] [NAME]", "usage: totp scan [OPTIONS] IMAGE...",
        "usage: totp help [OPTIONS] [COMMAND]...", "usage: totp vault [OPTIONS] COMMAND",
        "usage: totp vault slot rm [OPTIONS] LABEL",
      ]
    )
  )
  func `usage shows what is optional and what repeats`(words: [String], usage: String) throws {
    #expect(try help(words).split(separator: "\n").first.map(String.init) == usage)
  }

  @Test func `choices are part of the summary`() throws {
    let line = "Cost of the passphrase: interactive, moderate,\n"
    #expect(try help(["vault", "init"]).contains("      --kdf COST            " + line))
  }

  @Test func `external commands show in the root's help alone`() throws {
    #expect(try !help(["vault"], externalCommands: ["yubikey"]).contains("yubikey"))
    #expect(try !help([], externalCommands: ["code"]).contains("External"))
  }

  @Test(arguments: [40, 50, 60, 80, 120])
  func `lines keep to the width`(width: Int) throws {
    for path in CommandPath(root: Sample.root).descendants {
      for line in path.help(width: width, externalCommands: ["a-b", "c-d"]).split(separator: "\n") {
        #expect(line.count <= width || !line.drop { $0 == " " }.contains(" "))
        #expect(line.last != " ")
      }
    }
  }

  @Test(arguments: [Int.min, -1, 0, 1, 39, Int.max])
  func `any width gives help`(width: Int) throws {
    let words = try help(["code"], width: width).split { $0 == " " || $0.isNewline }
    let usual = try help(["code"]).split { $0 == " " || $0.isNewline }
    #expect(words == usual)
  }
}
