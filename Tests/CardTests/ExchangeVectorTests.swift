// SPDX-License-Identifier: MIT
import Card
import Foundation
import OTPCore
import TestKit
import Testing

/// Whole conversations: what a card answers, and what comes of it.
@Suite struct ExchangeVectorTests {
  private static let cases = Result {
    try VectorCase.all(in: "oath-exchanges", keys: ["answers", "expect"], bundle: .module)
  }

  @Test func areThere() throws {
    #expect(try Self.cases.get().count > 20)
  }

  @Test(arguments: (try? cases.get()) ?? [])
  func comeOutAsTheyShould(vector: VectorCase) throws {
    let answers = try vector.text("answers").components(separatedBy: "|").map { ("*", $0) }
    #expect(outcome(answers) == (try vector.text("expect")))
  }

  private func outcome(_ exchanges: [(String, String)]) -> String {
    do throws(CardError) {
      var session = try OATHSession(over: ScriptedCard(exchanges))
      let codes = try session.codes(at: UnixTime(clamping: 59))
      return codes.map { "\($0.credential.label.text)=\(text($0.state))" }.joined(separator: ", ")
    } catch .status(let status, _) {
      return "!status " + String(status.value, radix: 16)
    } catch {
      return "!\(error)"
    }
  }

  private func text(_ state: CredentialCode.State) -> String {
    switch state {
    case .code(let code): code.text
    case .counterBased: "counts"
    case .touchRequired: "touch"
    }
  }
}
