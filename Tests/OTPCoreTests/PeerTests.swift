// SPDX-License-Identifier: MIT
import Foundation
import OTPCore
import Secrets
import TestKit
import Testing

/// Other programs that make codes, on random tokens.
@Suite("Peers")
struct PeerTests {
  /// A token, a moment and a counter, in the words of the peers.
  struct Case: Encodable {
    let secret: String
    let type: String
    let algorithm: String
    let digits: Int
    let period: Int64
    let counter: String
    let time: Int64
  }

  /// A URI for pyotp to read.
  struct URICase: Encodable {
    let uri: String
    let time: Int64
  }

  /// What pyotp says.
  struct Answer: Decodable, Equatable {
    let code: String
    var account: String?
    var issuer: String?
  }

  static let hasPython: ConditionTrait = .enabled(
    if: Peer.python != nil,
    "TOTP_TEST_PYTHON names no Python with pyotp"
  )

  /// Makes a token and a moment; every third secret is as long as may be.
  private func random(
    digits: ClosedRange<Int>,
    using random: inout SeededGenerator
  ) throws -> (token: Token, time: UnixTime, counter: UInt64) {
    let longest = [20, 80, 1024].randomElement(using: &random) ?? 20
    let secret = random.bytes(count: Int.random(in: 1...longest, using: &random))
    let algorithm = Algorithm.allCases.randomElement(using: &random) ?? .sha1
    let digits = try Digits(Int.random(in: digits, using: &random))
    let steps: [Int64] = [
      1, 10, 15, 30, 60, 120, 86_400, Int64.random(in: 1...86_400, using: &random),
    ]
    let period = try Period(seconds: steps.randomElement(using: &random) ?? 30)
    let counter = random.next() >> UInt64.random(in: 0..<64, using: &random)
    let time = UnixTime(clamping: Int64.random(in: 0...253_402_300_799, using: &random))
    let generator: Generator =
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1: .hotp(algorithm: algorithm, digits: digits, counter: Counter(counter))
      case 2: .steam(period: period)
      default: .totp(algorithm: algorithm, digits: digits, period: period)
      }
    return (try Token(secret: secret, generator), time, counter)
  }

  private func ask<Question: Encodable>(_ questions: [Question]) throws -> [Answer] {
    let encoder = JSONEncoder()
    var input = Data()
    for question in questions { input += try encoder.encode(question) + [0x0A] }
    let script = try #require(
      Bundle.module.url(forResource: "pyotp_codes", withExtension: "py", subdirectory: "Peers")
    )
    let python = try #require(Peer.python)
    let (output, status) = try python.run([script.path], input: input)
    try #require(status == 0)
    return try output.split(separator: "\n").map { line in
      try JSONDecoder().decode(Answer.self, from: Data(line.utf8))
    }
  }

  @Test("agree on ten thousand tokens: pyotp", hasPython)
  func agreesWithPyotp() throws {
    var generator = SeededGenerator(seed: 1)
    var cases: [Case] = []
    var codes: [Answer] = []
    for _ in 0..<10_000 {
      let (token, time, counter) = try random(digits: 6...10, using: &generator)
      cases.append(
        Case(
          secret: Base32.text(token.secret.array),
          type: token.generator.typeName,
          algorithm: token.generator.algorithm.rawValue,
          digits: token.generator.codeLength,
          period: token.generator.period?.seconds ?? 0,
          counter: String(counter),
          time: time.seconds
        )
      )
      let isCounted = token.generator.counter != nil
      let code = isCounted ? token.code(counter: counter) : try token.code(at: time)
      codes.append(Answer(code: code.text))
    }
    let answers = try ask(cases)
    try #require(answers.count == codes.count)
    for index in codes.indices where answers[index] != codes[index] {
      Issue.record("case \(index), \(cases[index]): \(codes[index]), pyotp \(answers[index])")
    }
  }

  @Test("read the URIs that are written: pyotp", hasPython)
  func agreesOnURIs() throws {
    var generator = SeededGenerator(seed: 2)
    var cases: [URICase] = []
    var expected: [Answer] = []
    for _ in 0..<1000 {
      var (token, time, counter) = try random(digits: 6...8, using: &generator)
      if case .steam = token.generator {
        // pyotp reads Steam's step and then forgets it.
        token.generator = .steam(period: .thirtySeconds)
      } else if let period = token.generator.period, period.seconds > 120 {
        token.generator = .standard
      }
      token.label = try Token.random(using: &generator).label
      let uri = try token.uri()
      cases.append(URICase(uri: uri.string, time: time.seconds))
      let isCounted = token.generator.counter != nil
      let code = isCounted ? token.code(counter: counter) : try token.code(at: time)
      // pyotp has a name of its own for what has none.
      let account = token.label.account.isEmpty ? "Secret" : token.label.account
      expected.append(Answer(code: code.text, account: account, issuer: token.label.issuer))
    }
    let answers = try ask(cases)
    try #require(answers.count == expected.count)
    for index in expected.indices where answers[index] != expected[index] {
      Issue.record("\(cases[index]): \(expected[index]), pyotp \(answers[index])")
    }
  }

  @Test(
    "agree on ten thousand tokens: oathtool",
    .enabled(if: Peer.named("oathtool") != nil, "oathtool is not installed")
  )
  func agreesWithOathtool() throws {
    var generator = SeededGenerator(seed: 3)
    // One shell starts them all: a process that is started from a large test process costs 40 ms.
    let shell = try #require(Peer.named("sh"))
    var script = ""
    var codes: [String] = []
    while codes.count < 10_000 {
      let (token, time, counter) = try random(digits: 6...8, using: &generator)
      let code: Code
      script += "oathtool --digits=\(token.generator.codeLength) "
      switch token.generator {
      case .hotp(.sha1, _, _):
        script += "--hotp --counter=\(counter)"
        code = token.code(counter: counter)
      case .totp(let algorithm, _, let period):
        script += "--totp=\(algorithm.rawValue) --time-step-size=\(period.seconds)s"
        script += " --now=@\(time.seconds)"
        code = try token.code(at: time)
      case .hotp, .steam:
        // It knows neither.
        script.removeLast("oathtool --digits=\(token.generator.codeLength) ".count)
        continue
      }
      script += " \(Hex.text(token.secret.array)) || echo failed\n"
      codes.append(code.text)
    }
    let file = FileManager.default.temporaryDirectory.appending(
      path: "oathtool-\(UUID().uuidString)"
    )
    try Data(script.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let (output, status) = try shell.run([file.path])
    try #require(status == 0)
    #expect(output.split(separator: "\n").map(String.init) == codes)
  }
}
