// SPDX-License-Identifier: MIT
import Shell
import Testing

@Suite struct DisplayTextTests {
  @Test(arguments: [
    ("plain", "plain"),
    ("é 喵 👩‍💻", "é 喵 👩‍💻"),
    ("a\nb", "a\\u{a}b"),
    ("\u{1B}[2J", "\\u{1b}[2J"),
    ("\u{7F}\u{9B}", "\\u{7f}\\u{9b}"),
    ("a\u{202E}b", "a\\u{202e}b"),
    ("a\u{2066}b\u{2028}", "a\\u{2066}b\\u{2028}"),
    ("", ""),
  ])
  func escapesWhatSteersATerminal(text: String, expected: String) {
    #expect(DisplayText.escaped(text) == expected)
  }

  @Test(arguments: [
    ("abc", 3), ("", 0), ("é", 1), ("e\u{301}", 1), ("喵喵", 4), ("한글", 4), ("👩‍💻", 2), ("ｆ", 2),
    ("☎\u{FE0F}", 2), ("\u{200D}", 0),
  ])
  func countsColumns(text: String, columns: Int) {
    #expect(DisplayText.columns(text) == columns)
    #expect(DisplayText.columns(DisplayText.padded(text, to: 10)) == 10)
  }

  @Test func alignsColumnsAndEndsNoLineWithSpaces() {
    let table = TextTable.columns([["喵", "a", ""], ["long", "", "c"], ["", "b", ""]])
    #expect(table == "喵    a\nlong     c\n      b\n")
  }
}
