// SPDX-License-Identifier: MIT
import Foundation
import Interchange
import OTPCore
import Testing

/// What hostile files do: nothing, and within bounds.
@Suite struct HostileFileTests {
  private func failure(_ text: String, password: String? = nil) -> InterchangeError? {
    do {
      _ = try Backup.decode(secret(text), password: password.map { secret($0) })
      return nil
    } catch {
      return error
    }
  }

  @Test func refusesNestingThatNoAppWrites() {
    let deep = String(repeating: "[", count: 70) + String(repeating: "]", count: 70)
    #expect(failure(deep) == .tooLarge(.depth, limit: 64))
    #expect(failure(String(repeating: "{\"a\":", count: 100_000)) == .tooLarge(.depth, limit: 64))
  }

  @Test func refusesDocumentTypesAndWithThemEntities() {
    let bomb = "<!DOCTYPE a [<!ENTITY b \"bb\">]><map><string name=\"x\">&b;</string></map>"
    #expect(failure(bomb) == .unknown(.brokenXML))
    #expect(failure("<map>&b;</map>") == .unknown(.brokenXML))
  }

  @Test func refusesCostsBeforeTheyArePaid() {
    let slot =
      "{\"type\":1,\"key\":\"00\",\"key_params\":{\"nonce\":\"00\",\"tag\":\"00\"},\"salt\":\"00\","
    let ends = "}],\"params\":{}},\"db\":\"AAAA\"}"
    let start = "{\"version\":1,\"header\":{\"slots\":[\(slot)"
    let memory = KeyDerivationLimit.memory
    #expect(
      failure("\(start)\"n\":16777216,\"r\":1024,\"p\":1\(ends)", password: "x")
        == .tooCostly(.aegis, .memory, limit: memory)
    )
    #expect(
      failure("\(start)\"n\":3,\"r\":8,\"p\":1\(ends)", password: "x") == .damaged(.aegis, .header)
    )
    let ente =
      "{\"version\":1,\"kdfParams\":{\"memLimit\":4294967296,\"opsLimit\":4,"
      + "\"salt\":\"AAAAAAAAAAAAAAAAAAAAAA==\"},\"encryptedData\":\"AAAA\","
      + "\"encryptionNonce\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}"
    #expect(failure(ente, password: "x") == .tooCostly(.ente, .memory, limit: memory))
  }

  @Test(arguments: [
    "", "\u{FEFF}", "\n", "{", "[", "\"", "<", "<a", "[1,", "{\"a\":\"\\u12", "PK\u{3}\u{4}",
  ])
  func namesFragmentsAsUnknown(_ text: String) {
    switch failure(text) {
    case .unknown, .empty: break
    case let other: Issue.record("\(String(describing: other))")
    }
  }

  @Test func tellsWhatIsBoundToAnAccountOrADevice() {
    let account = "{\"encrypted\":true,\"data\":\"2.a|b|c\"}"
    #expect(failure(account) == .unopenable(.bitwarden, .account))
    let device =
      "{\"version\":1,\"header\":{\"slots\":[{\"type\":2}],\"params\":{}},\"db\":\"AAAA\"}"
    #expect(failure(device, password: "x") == .unopenable(.aegis, .device))
  }

  @Test func takesHalfAJSONDocumentForNoListOfLines() {
    let half =
      "{\n\"uri\": \"otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ\",\n\"uri\": \"otpauth://totp/b?se"
    #expect(failure(half) == .unknown(.brokenJSON))
  }

  @Test func keepsAWrongCounterFromBecomingZero() throws {
    let file = """
      [{"type":"HOTP","label":"a","issuer":"b","secret":"GEZDGNBVGY3TQOJQ","algo":"SHA1","counter":1e3}]
      """
    let backup = try Backup.decode(secret(file), password: nil)
    #expect(
      backup.entries.map(described) == [
        "rejected b:a: otp(OTPCore.OTPError.invalidItem(\"counter\"))"
      ]
    )
  }

  @Test func readsEscapesOfEveryKind() throws {
    let file = """
      ["otpauth:\\/\\/totp\\/A\\u00e4\\ud83d\\ude00:b?secret=GEZDGNBVGY3TQOJQ&issuer=A\\u00e4\\uD83D\\uDE00"]
      """
    let backup = try Backup.decode(secret(file), password: nil)
    #expect(
      backup.entries.map(described) == ["totp GEZDGNBVGY3TQOJQ SHA1 6 30 s [Aä😀] [b]"]
    )
  }
}

/// The limit that the errors name.
private enum KeyDerivationLimit {
  static let memory: UInt64 = 1 << 30
}
