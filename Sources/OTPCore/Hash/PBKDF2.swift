// SPDX-License-Identifier: MIT
public import Secrets

/// A key out of a password, by HMAC over and over.
///
/// RFC 8018 §5.2.
public enum PBKDF2<Hash: HashFunction> {
  /// Derives a key.
  ///
  /// - Parameters:
  ///   - password: any number of bytes.
  ///   - salt: any number of bytes.
  ///   - iterations: 1 or more. A number out of a file is bounded by whoever reads the file.
  ///   - byteCount: how long the key is to be, 0 or more.
  /// - Returns: the key.
  public static func key(
    password: Span<UInt8>,
    salt: Span<UInt8>,
    iterations: Int,
    byteCount: Int
  ) -> SecretBytes {
    precondition(iterations >= 1, "a key is derived by at least one iteration")
    // Room for the largest digest, SHA-512's.
    var result = InlineArray<64, UInt8>(repeating: 0)
    var link = InlineArray<64, UInt8>(repeating: 0)
    var keyed = HMAC<Hash>(key: password)
    defer { keyed.wipeState() }
    return SecretBytes(capacity: byteCount) { output in
      var block: UInt32 = 0
      var links = link.mutableSpan
      var results = result.mutableSpan
      while output.count < byteCount {
        block += 1
        start(block, of: keyed, salt: salt, into: &links)
        for index in 0..<Hash.digestByteCount { results[index] = links[index] }
        for _ in 1..<iterations {
          var hmac = keyed
          hmac.update(links.span.extracting(first: Hash.digestByteCount))
          hmac.finish(into: &links)
          for index in 0..<Hash.digestByteCount { results[index] ^= links[index] }
        }
        for index in 0..<min(Hash.digestByteCount, byteCount - output.count) {
          output.append(results[index])
        }
      }
      wipe(&links)
      wipe(&results)
    }
  }

  private static func start(
    _ block: UInt32,
    of keyed: HMAC<Hash>,
    salt: Span<UInt8>,
    into link: inout MutableSpan<UInt8>
  ) {
    var hmac = keyed
    hmac.update(salt)
    let number: InlineArray<4, UInt8> = [
      UInt8(truncatingIfNeeded: block >> 24), UInt8(truncatingIfNeeded: block >> 16),
      UInt8(truncatingIfNeeded: block >> 8), UInt8(truncatingIfNeeded: block),
    ]
    hmac.update(number.span)
    hmac.finish(into: &link)
  }
}
