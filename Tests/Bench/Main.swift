// SPDX-License-Identifier: MIT
import CSodium
import OTPCore
import Secrets

/// Measures what has a budget, beside libsodium's C code in the same run:
/// `TOTP_BENCH=1 swift run -c release Bench`.
///
/// SHA-1 is to be held against `OPENSSL_ia32cap=0:0 openssl speed -bytes 16384 sha1`.
@main
enum Bench {
  private static let message = [UInt8](repeating: 0x5A, count: 1 << 18)

  static func main() {
    print("SHA-1    \(megabytesPerSecond(SHA1.self)) MB/s")
    let sha256 = megabytesPerSecond(SHA256.self)
    let sha512 = megabytesPerSecond(SHA512.self)
    var digest = [UInt8](repeating: 0, count: 64)
    let sodium256 = megabytesPerSecond {
      // The digest has room for either hash.
      unsafe crypto_hash_sha256(&digest, message, UInt64(message.count))
    }
    let sodium512 = megabytesPerSecond {
      unsafe crypto_hash_sha512(&digest, message, UInt64(message.count))
    }
    print("SHA-256  \(sha256) MB/s, libsodium \(sodium256): \(100 * sha256 / sodium256) %")
    print("SHA-512  \(sha512) MB/s, libsodium \(sodium512): \(100 * sha512 / sodium512) %")
    measureCodes()
    measurePBKDF2()
    measureQueries()
  }

  private static func measureCodes() {
    guard let token = token() else { return }
    let time = best(of: 50) {
      for counter in 0..<1000 { _ = token.code(counter: UInt64(counter)) }
    }
    print("a code   \(time / 1000) ns")
  }

  private static func measurePBKDF2() {
    let text = Array("password".utf8)
    let time = best(of: 20) {
      _ = PBKDF2<SHA1>.key(
        password: text.span,
        salt: text.span,
        iterations: 10_000,
        byteCount: 16
      )
    }
    print("PBKDF2   \(time / 10_000) ns an iteration")
  }

  private static func measureQueries() {
    measureQueries(
      "ASCII",
      (0..<10_000).map { number in
        Label(issuer: "Service Number \(number)", account: "user\(number)@example.com")
      }
    )
    measureQueries(
      "other",
      (0..<10_000).map { number in
        Label(issuer: "Größter Dienst \(number)", account: "喵\(number)@example.com")
      }
    )
  }

  private static func measureQueries(_ kind: String, _ labels: [Label]) {
    for text in ["github", "user77", "Service Number 5000:user5000@example.com", "münze", "e"] {
      let query = TokenQuery(text)
      var count = 0
      let time = best(of: 50) {
        count = 0
        for label in labels where query.rank(id: "", label: label) != nil { count += 1 }
      }
      print("ranking 10,000 \(kind) labels for \(text): \(time / 1000) µs, \(count) matches")
    }
  }

  private static func token() -> Token? {
    let secret = Secret(SecretBytes(randomCount: 20, from: SystemRandomness()))
    return try? Token(label: Label(issuer: "", account: ""), secret: secret)
  }

  private static func megabytesPerSecond<Hash: HashFunction>(_ type: Hash.Type) -> Int {
    var bytes = [UInt8](repeating: 0, count: Hash.digestByteCount)
    return megabytesPerSecond {
      var digest = bytes.mutableSpan
      var hash = Hash()
      hash.update(message.span)
      hash.finish(into: &digest)
    }
  }

  private static func megabytesPerSecond(_ hash: () -> Void) -> Int {
    message.count * 1000 / best(of: 400, hash)
  }

  /// The nanoseconds of the fastest of many runs: whatever else the machine does only slows some.
  private static func best(of count: Int, _ work: () -> Void) -> Int {
    let clock = ContinuousClock()
    var best = Duration.seconds(1)
    for _ in 0..<count { best = min(best, clock.measure(work)) }
    return Int(best.components.attoseconds / 1_000_000_000)
  }
}
