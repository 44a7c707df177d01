// SPDX-License-Identifier: MIT
import CommandLineKit
import Testing

/// Draws the same words in every run.
struct WordGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// Draws a number below `bound` (Knuth's linear congruential generator, its upper half).
  mutating func next(below bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
}

@Suite struct SecrecyTests {
  private static let secret = "GEZDGNBVGY3TQOJQ"
  private static let shapes = [
    "code", "add", "vault", "slot", "rm", "init", "help", "x", "--", "-", "--json", "-n", "-jn",
    "--bogus", "--at=1", "-s", "--secret", "--passphrase-command", "-Z", "-h", "--next",
    secret, secret.lowercased(), "--secret=\(secret)", "-s\(secret)", "--bogus=\(secret)",
    "--\(secret)", "-Z\(secret)", "-js\(secret)", "--next=\(secret)",
    "--passphrase-command=\(secret)",
    "--next\u{301}=\(secret)", "--version=\(secret)", "-h=\(secret)",
    "otpauth://totp/x?secret=\(secret)",
  ]

  @Test(arguments: 0..<20)
  func `no error holds a secret typed in a wrong place or into a sensitive argument`(
    seed: UInt64
  ) {
    var generator = WordGenerator(seed: seed)
    var failures = 0
    for _ in 0..<500 {
      var words: [String] = []
      for _ in 0...generator.next(below: 6) {
        words.append(Self.shapes[generator.next(below: Self.shapes.count)])
      }
      guard let error = Sample.failure(words) else { continue }
      failures += 1
      let text = "\(error.message) \(error.hint) \(error)".lowercased()
      #expect(!text.contains(Self.secret.lowercased()), "\(words)")
    }
    #expect(failures > 250)
  }
}
