// SPDX-License-Identifier: MIT
package import Secrets

/// Makes a key of a password with PBKDF2-HMAC-SHA-1.
///
/// - Parameters:
///   - password: any bytes.
///   - salt: any bytes.
///   - iterations: how often, 1 or more.
///   - byteCount: the key's length in bytes, 1 or more.
/// - Returns: the key.
///
/// RFC 8018 §5.2.
package func deriveKey(
  password: Span<UInt8>,
  salt: Span<UInt8>,
  iterations: Int,
  byteCount: Int
) -> SecretBytes {
  precondition(iterations >= 1 && byteCount >= 1, "a key is made of something")
  var keyed = HMAC<SHA1>(key: password)
  let key = SecretBytes(capacity: byteCount) { output in
    var blockNumber: UInt32 = 1
    while output.count < byteCount {
      var sum = block(keyed, salt, iterations, blockNumber)
      let wanted = min(SHA1.digestByteCount, byteCount - output.count)
      output.append(contentsOf: sum.span.extracting(0..<wanted))
      wipeWords(&sum)
      blockNumber += 1
    }
  }
  keyed.wipeState()
  return key
}

/// F(P, S, c, i): the exclusive or of a chain of codes, each over the one before.
private func block(
  _ keyed: HMAC<SHA1>,
  _ salt: Span<UInt8>,
  _ iterations: Int,
  _ number: UInt32
) -> [20 of UInt8] {
  var code = [20 of UInt8](repeating: 0)
  var first = keyed
  first.update(salt)
  var index = [4 of UInt8](repeating: 0)
  for place in 0..<4 { index[place] = UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * place)) }
  first.update(index.span)
  var span = code.mutableSpan
  first.finish(into: &span)
  var sum = code
  for _ in 1..<iterations {
    var next = keyed
    next.update(code.span)
    var span = code.mutableSpan
    next.finish(into: &span)
    for place in 0..<20 { sum[place] ^= code[place] }
  }
  wipeWords(&code)
  return sum
}
