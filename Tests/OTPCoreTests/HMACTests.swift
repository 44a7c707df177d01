// SPDX-License-Identifier: MIT
import OTPCore
import Secrets
import TestKit
import Testing

@Suite("HMAC")
struct HMACTests {
  static func vectors(_ name: String) throws -> [VectorCase] {
    try VectorCase.all(
      in: name,
      keys: ["algorithm", "key", "message", "expect"],
      bundle: .module
    )
  }

  @Test(
    "gives the codes of RFC 2202 and RFC 4231",
    arguments: try vectors("rfc2202") + vectors("rfc4231")
  )
  func givesExamples(of vector: VectorCase) throws {
    let kind = try #require(HashKind(rawValue: try vector.text("algorithm")))
    let mac = kind.mac(key: try vector.bytes("key"), [try vector.bytes("message")])
    // RFC 4231 gives the beginning alone of one code.
    let expected = try vector.bytes("expect")
    #expect(expected.count == kind.digestByteCount || expected.count == 16)
    #expect(Hex.text(Array(mac.prefix(expected.count))) == Hex.text(expected))
  }

  @Test("hashes a key that is longer than a block", arguments: HashKind.allCases)
  func hashesLongKeys(kind: HashKind) {
    let block = [UInt8](repeating: 7, count: kind.blockByteCount)
    let message: [UInt8] = [1, 2, 3]
    let long = block + [7]
    #expect(kind.mac(key: long, [message]) == kind.mac(key: kind.digest([long]), [message]))
    #expect(kind.mac(key: block, [message]) != kind.mac(key: kind.digest([block]), [message]))
  }

  @Test("is the same for a key and for the key with zeros up to a block")
  func padsKeys() {
    let key: [UInt8] = [1, 2, 3]
    let padded = key + [UInt8](repeating: 0, count: 61)
    #expect(HashKind.sha1.mac(key: key, [[9]]) == HashKind.sha1.mac(key: padded, [[9]]))
  }

  @Test("starts other messages from a copy of its keyed state")
  func copiesKeyedState() {
    let key: [UInt8] = [1, 2, 3]
    let keyed = HMAC<SHA256>(key: key.span)
    let codes = [[UInt8(4)], [5, 6]].map { message in
      var hmac = keyed
      hmac.update(message.span)
      return [UInt8](digestOf: SHA256.self) { code in hmac.finish(into: &code) }
    }
    #expect(codes[0] == HashKind.sha256.mac(key: [1, 2, 3], [[4]]))
    #expect(codes[1] == HashKind.sha256.mac(key: [1, 2, 3], [[5], [6]]))
  }
}

@Suite("PBKDF2")
struct PBKDF2Tests {
  @Test(
    "gives the keys of RFC 6070",
    arguments: try VectorCase.all(
      in: "rfc6070",
      keys: ["password", "salt", "iterations", "expect"],
      bundle: .module
    )
  )
  func givesExamples(of vector: VectorCase) throws {
    let password = try vector.bytes("password")
    let salt = try vector.bytes("salt")
    let expected = try vector.bytes("expect")
    let key = PBKDF2<SHA1>.key(
      password: password.span,
      salt: salt.span,
      iterations: Int(try vector.integer("iterations")),
      byteCount: expected.count
    )
    #expect(key.span.array == expected)
  }

  @Test("gives no byte when none is asked for")
  func givesNothing() {
    let text: [UInt8] = [1]
    let key = PBKDF2<SHA512>.key(
      password: text.span,
      salt: text.span,
      iterations: 1,
      byteCount: 0
    )
    #expect(key.count == 0)
  }
}
