// SPDX-License-Identifier: MIT
import Foundation
import Secrets
import Shell
import Testing

@Suite struct JSONTests {
  private func text(_ json: JSON) throws -> String {
    let output = CapturedOutput()
    try json.write(to: output)
    return output.text
  }

  @Test func writesMembersInTheirOrderAndLeavesOutWhatIsNot() throws {
    let json = JSON.object([
      ("b", .integer(-1)), ("a", nil), ("c", .array([.null, .bool(true)])), ("d", .object([])),
      ("e", .unsigned(.max)),
    ])
    #expect(
      try text(json) == """
        {
          "b": -1,
          "c": [
            null,
            true
          ],
          "d": {},
          "e": 18446744073709551615
        }

        """
    )
  }

  @Test(arguments: ["", "\"\\/", "\n\r\t\0\u{1F}\u{7F}\u{85}", "é喵👩‍💻\u{2028}", "plain"])
  func isReadBackAsItWas(text: String) throws {
    let secret = Secret(SecretBytes(copying: text.utf8.span))
    let document = try self.text(.array([.string(text), .secret(secret)]))
    let read = try JSONDecoder().decode([String].self, from: Data(document.utf8))
    #expect(read == [text, text])
    #expect(document.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
  }

  @Test func passesAFailureOn() {
    let failure = ShellError.system(.write, subject: "standard output", errno: ENOSPC)
    #expect(throws: failure) { try JSON.null.write(to: CapturedOutput(failure: failure)) }
  }
}
