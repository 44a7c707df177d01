// SPDX-License-Identifier: MIT
import CSodium
import OTPCore

/// Measures the hashes against libsodium's C, in one run, and prints MB/s and the ratio.
///
/// OpenSSL's scalar SHA-1 is measured beside it: `OPENSSL_ia32cap=0:0 openssl speed -evp sha1`.
@main
enum Bench {
  private static let message = [UInt8](repeating: 0x61, count: 1 << 16)
  private static let repetitions = 2_000

  static func main() {
    let sha1 = rate { hash(SHA1.self) }
    let sha256 = rate { hash(SHA256.self) }
    let sha512 = rate { hash(SHA512.self) }
    let sodium256 = rate {
      var digest = [UInt8](repeating: 0, count: 32)
      // The arrays are as long as the counts say.
      _ = unsafe crypto_hash_sha256(&digest, message, UInt64(message.count))
    }
    let sodium512 = rate {
      var digest = [UInt8](repeating: 0, count: 64)
      // As above.
      _ = unsafe crypto_hash_sha512(&digest, message, UInt64(message.count))
    }
    print("SHA-1   \(sha1) MB/s")
    print("SHA-256 \(sha256) MB/s, libsodium \(sodium256), ratio \(ratio(sha256, sodium256))")
    print("SHA-512 \(sha512) MB/s, libsodium \(sodium512), ratio \(ratio(sha512, sodium512))")
  }

  private static func hash<Hash: HashFunction>(_: Hash.Type) {
    var hash = Hash()
    hash.update(message.span)
    var digest = [UInt8](repeating: 0, count: Hash.digestByteCount)
    var span = digest.mutableSpan
    hash.finish(into: &span)
  }

  private static func rate(_ body: () -> Void) -> Int {
    body()
    let clock = ContinuousClock()
    var best = 0
    for _ in 0..<5 {
      let time = clock.measure { for _ in 0..<(repetitions / 5) { body() } }
      let nanoseconds = time.components.attoseconds / 1_000_000_000
      let bytes = message.count * repetitions / 5
      best = max(best, bytes * 1000 / Int(nanoseconds + time.components.seconds * 1_000_000_000))
    }
    return best
  }

  private static func ratio(_ ours: Int, _ theirs: Int) -> String {
    let percent = ours * 100 / theirs
    return "\(percent / 100).\(percent % 100 < 10 ? "0" : "")\(percent % 100)"
  }
}
