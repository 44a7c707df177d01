// SPDX-License-Identifier: MIT
import OTPCore
import Secrets
import Shell
import TestKit
import Testing

/// What crosses between the two processes about backups.
@Suite struct BackupAnswerTests {
  /// The message without the length before it.
  private func message(_ answer: borrowing SecretBytes) -> SecretBytes {
    SecretBytes(copying: answer.span.extracting(4..<answer.count))
  }

  @Test func carriesTokensAndReasons() throws {
    let counter = Generator.hotp(
      algorithm: .sha512,
      digits: try Digits(8),
      counter: Counter(UInt64.max, isSpent: true)
    )
    let token = try TestWorld.token("Bänk", "ana", counter, tags: ["a", "b"])
    let report = BackupReport(
      format: "aegis",
      title: "Aegis",
      entries: [
        .init(index: 0, label: token.label, token: .success(token)),
        .init(
          index: 7,
          label: Label(issuer: "x", account: ""),
          token: .failure(.init("no secret"))
        ),
      ],
      droppedIcons: true,
      missingParts: [2]
    )
    let read = try BackupAnswer.outcome(decoding: message(BackupAnswer.encoded(report))).get()
    #expect(read.format == "aegis" && read.title == "Aegis")
    #expect(read.droppedIcons && read.missingParts == [2])
    #expect(read.entries.map(\.index) == [0, 7])
    let back = try read.entries[0].token.get()
    #expect(back.label == token.label && back.generator == counter && back.tags == ["a", "b"])
    #expect(back.secret.matches(token.secret))
    #expect(read.entries[1].label.issuer == "x")
    #expect(throws: BackupReport.Reason("no secret")) { try read.entries[1].token.get() }
  }

  @Test func carriesRefusals() throws {
    let refusal = BackupRefusal(.wrongPassword, "wrong", hint: "try again")
    let outcome = try BackupAnswer.outcome(decoding: message(BackupAnswer.encoded(refusal)))
    #expect(throws: refusal) { try outcome.get() }
  }

  @Test func carriesRequestsBothWays() throws {
    let token = try TestWorld.token("a", "b")
    let time = UnixTime(clamping: 1_700_000_000)
    let empty = Secret(SecretBytes(copying: "".utf8.span))
    let request = BackupRequest(format: "csv", password: empty, job: .write([token]), time: time)
    let read = try BackupRequest(decoding: request.encoded())
    #expect(read.format == "csv" && read.password?.count == 0 && read.time == time)
    guard case .write(let tokens) = read.job else {
      Issue.record("it reads instead")
      return
    }
    #expect(tokens.map(\.label) == [token.label])
  }

  @Test(
    arguments: [[0x1A, 0x7F], [0x38, 0x63], [0x1A, 0x02, 0x12, 0x00], [0x1A, 0x00]] as [[UInt8]]
  )
  func refusesGarbledAnswers(_ bytes: [UInt8]) {
    #expect(throws: WorkerError.garbledAnswer) {
      try BackupAnswer.outcome(decoding: SecretBytes(copying: bytes.span))
    }
  }
}
