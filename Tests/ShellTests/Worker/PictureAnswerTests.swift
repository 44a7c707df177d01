// SPDX-License-Identifier: MIT
import Secrets
import Shell
import Testing

@Suite struct PictureAnswerTests {
  @Test func carriesAReport() throws {
    let umlaut = Payload(bytes: [0x5A, 0xFC], text: Array("Zü".utf8))
    let plain = Payload(bytes: Array("otpauth://".utf8), text: Array("otpauth://".utf8))
    let empty = Payload(bytes: [], text: [])
    let answer = PictureAnswer.encoded(
      PictureReport(
        payloads: [umlaut, plain, empty].map(\.guarded),
        lacksParts: true,
        parts: [PictureReport.Part(index: 15, count: 16), .init(index: 0, count: 2)].compactMap {
          $0
        },
        searches: 300
      )
    )
    let report = try PictureAnswer.report(decoding: message(of: answer))
    #expect(report.payloads.map(Payload.init) == [umlaut, plain, empty])
    #expect(report.lacksParts)
    #expect(report.searches == 300)
    #expect(report.parts.map(\.index) == [15, 0])
    #expect(report.parts.map(\.count) == [16, 2])
  }

  @Test func carriesAReportOfNothing() throws {
    let answer = PictureAnswer.encoded(
      PictureReport(payloads: [], lacksParts: false, searches: 0)
    )
    #expect(answer.count == WorkerFrame.lengthByteCount)
    let report = try PictureAnswer.report(decoding: message(of: answer))
    #expect(report.payloads.isEmpty)
    #expect(!report.lacksParts)
    #expect(report.searches == 0)
  }

  @Test(arguments: [
    PictureRefusal.empty, .notAPicture, .fileTooLong(limit: 9), .unsupported(format: "HEIF"),
    .damaged(format: "PNG"), .tooManyPixels(width: 1, height: 2, limit: 3),
    .sideTooLong(width: 60_000, height: 60_000, limit: 32_767),
  ])
  func carriesARefusal(refusal: PictureRefusal) {
    let answer = PictureAnswer.encoded(refusal)
    #expect(throws: WorkerError.refused(refusal)) {
      try PictureAnswer.report(decoding: message(of: answer))
    }
  }

  @Test func passesOverWhatALaterVersionAdds() throws {
    // Field 99, a varint; then 5 searches; then field 98, a string.
    let message: [UInt8] = [0x98, 0x06, 1, 0x18, 5, 0x92, 0x06, 2, 0x68, 0x69]
    #expect(try PictureAnswer.report(decoding: SecretBytes(copying: message.span)).searches == 5)
  }

  @Test(
    arguments: [
      ("a field cut short", [0x0A, 5, 1]),
      ("a payload without bytes", [0x0A, 0]),
      ("a payload that is a number", [0x08, 1]),
      ("a text that is no UTF-8", [0x0A, 3, 0x0A, 1, 0xFC]),
      ("the fourth of three parts", [0x28, 0x83, 0x06]),
      ("the first part of one", [0x28, 0x80, 0x02]),
      ("a number of searches beyond 63 bits", [0x18] + [UInt8](repeating: 0xFF, count: 9) + [1]),
      ("a refusal without a cause", [0x22, 0]),
      ("a refusal for a cause of its own", [0x22, 2, 0x08, 99]),
      ("a format that would reach the terminal", [0x22, 7, 0x08, 5, 0x12, 3, 0x1B, 0x5B, 0x6D]),
      (
        "a format as long as a novel",
        [0x22, 13, 0x08, 5, 0x12, 9] + [UInt8](repeating: 65, count: 9)
      ),
    ] as [(String, [UInt8])]
  )
  func refusesANonsensicalAnswer(what: String, bytes: [UInt8]) {
    #expect(throws: WorkerError.garbledAnswer) {
      try PictureAnswer.report(decoding: SecretBytes(copying: bytes.span))
    }
  }

  @Test(
    arguments: [
      ([], "a part"), ([(1, 3)], "part 2 of 3"), ([(3, 4), (0, 4), (3, 4)], "parts 1 and 4 of 4"),
      ([(0, 4), (1, 4), (3, 4)], "parts 1, 2 and 4 of 4"), ([(0, 2), (1, 3)], "a part"),
    ] as [([(Int, Int)], String)]
  )
  func namesTheParts(parts: [(Int, Int)], words: String) {
    let report = PictureReport(
      payloads: [],
      lacksParts: true,
      parts: parts.compactMap { PictureReport.Part(index: $0.0, count: $0.1) },
      searches: 1
    )
    #expect(report.partsInWords == words)
  }

  @Test(arguments: [
    SandboxReport(missing: [], leaks: []),
    SandboxReport(missing: [.landlock, .seccomp], leaks: [.openFile, .executableMemory]),
  ])
  func carriesWhatTheSandboxIsWorth(report: SandboxReport) throws {
    let message = message(of: SandboxAnswer.encoded(report))
    #expect(try SandboxAnswer.report(decoding: message) == report)
  }

  @Test func tellsNothingWhenPrinted() {
    let payload = Payload(bytes: Array("secret=JBSWY3DP".utf8), text: []).guarded
    let report = PictureReport(payloads: [payload], lacksParts: false, searches: 1)
    #expect(!"\(report)".contains("JBSWY3DP"))
  }

  /// A payload in plain sight.
  private struct Payload: Equatable {
    let bytes: [UInt8]
    let text: [UInt8]

    init(bytes: [UInt8], text: [UInt8]) {
      self.bytes = bytes
      self.text = text
    }

    init(_ payload: PictureReport.Payload) {
      bytes = Self.array(payload.bytes)
      text = Self.array(payload.text)
    }

    var guarded: PictureReport.Payload {
      PictureReport.Payload(
        bytes: Secret(SecretBytes(copying: bytes.span)),
        text: Secret(SecretBytes(copying: text.span))
      )
    }

    private static func array(_ secret: Secret) -> [UInt8] {
      secret.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    }
  }

  /// Takes the length off an answer, having held it against the rest.
  private func message(of answer: borrowing SecretBytes) -> SecretBytes {
    answer.withBytes { bytes in
      let message = bytes.extracting(droppingFirst: WorkerFrame.lengthByteCount)
      #expect(bytes[2] == UInt8(message.count >> 8))
      #expect(bytes[3] == UInt8(message.count & 0xFF))
      return SecretBytes(copying: message)
    }
  }
}
