// SPDX-License-Identifier: MIT
import Foundation
import OTPCore
import TestKit
import Testing

@Suite("Hashes")
struct HashTests {
  static func vectors(_ name: String) throws -> [VectorCase] {
    try VectorCase.all(
      in: name,
      keys: ["algorithm", "message", "repeats", "expect"],
      bundle: .module
    )
  }

  @Test(
    "give the digests of FIPS 180, whatever the padding",
    arguments: try vectors("fips180") + vectors("hash-padding")
  )
  func givesExamples(of vector: VectorCase) throws {
    let kind = try #require(HashKind(rawValue: try vector.text("algorithm")))
    let pieces = [[UInt8]](
      repeating: try vector.bytes("message"),
      count: Int(try vector.integer("repeats"))
    )
    #expect(Hex.text(kind.digest(pieces)) == (try vector.text("expect")))
  }

  @Test("do not depend on where a message is cut", arguments: HashKind.allCases, 0...300)
  func ignoresCuts(kind: HashKind, length: Int) {
    var generator = SeededGenerator(seed: UInt64(length))
    let message = generator.bytes(count: length)
    let first = Int.random(in: 0...length, using: &generator)
    let second = Int.random(in: first...length, using: &generator)
    let pieces = [message[..<first], message[first..<second], message[second...]].map(Array.init)
    #expect(kind.digest(pieces) == kind.digest([message]))
    #expect(kind.digest(message.map { byte in [byte] }) == kind.digest([message]))
  }

  @Test("name their sizes", arguments: zip(HashKind.allCases, [(64, 20), (64, 32), (128, 64)]))
  func namesSizes(kind: HashKind, sizes: (block: Int, digest: Int)) {
    #expect(kind.blockByteCount == sizes.block)
    #expect(kind.digestByteCount == sizes.digest)
  }

  @Test("write no byte behind the digest", arguments: HashKind.allCases)
  func writesNoMore(kind: HashKind) {
    func rest<Hash: HashFunction>(_ hash: Hash) -> [UInt8] {
      var (bytes, hash) = ([UInt8](repeating: 0xA5, count: 80), hash)
      var span = bytes.mutableSpan
      hash.finish(into: &span)
      return Array(bytes[Hash.digestByteCount...])
    }
    let rest =
      switch kind {
      case .sha1: rest(SHA1())
      case .sha256: rest(SHA256())
      case .sha512: rest(SHA512())
      }
    #expect(rest == [UInt8](repeating: 0xA5, count: 80 - kind.digestByteCount))
  }

  @Test("leave nothing of a message in their state", arguments: HashKind.allCases)
  func wipesState(kind: HashKind) {
    func state<Hash: HashFunction>(_ hash: Hash) -> [UInt8] {
      var hash = hash
      hash.update([UInt8](repeating: 0xA5, count: 200).span)
      _ = [UInt8](digestOf: Hash.self) { digest in hash.finish(into: &digest) }
      return unsafe withUnsafeBytes(of: hash) { bytes in unsafe [UInt8](bytes) }
    }
    let state =
      switch kind {
      case .sha1: state(SHA1())
      case .sha256: state(SHA256())
      case .sha512: state(SHA512())
      }
    // What stays are two counts of bytes.
    #expect(state.filter { byte in byte != 0 }.count <= 4)
  }
}

@Suite("NIST's byte vectors")
struct NISTHashTests {
  /// The folder of the .rsp files, from the environment or from Python's `cryptography_vectors`.
  static let folder: String? = {
    if let folder = ProcessInfo.processInfo.environment["TOTP_TEST_NIST"] { return folder }
    let program = "import cryptography_vectors as v; print(v.__path__[0] + '/hashes', end='')"
    guard let (output, status) = try? Peer.python?.run(["-c", program]), status == 0 else {
      return nil
    }
    return output
  }()

  static let isThere: ConditionTrait = .enabled(
    if: folder != nil,
    "neither TOTP_TEST_NIST nor a TOTP_TEST_PYTHON with cryptography_vectors leads to the files"
  )

  /// The file's `name = value` lines.
  private func fields(of kind: HashKind, _ name: String) throws -> [(name: String, value: String)] {
    let folder = try #require(Self.folder) + (kind == .sha1 ? "/SHA1/" : "/SHA2/")
    let text = try String(contentsOfFile: folder + kind.rawValue + name + ".rsp", encoding: .utf8)
    return text.split(whereSeparator: \.isNewline).compactMap { line in
      let parts = line.split(separator: "=").map { part in
        part.trimmingCharacters(in: .whitespaces)
      }
      return parts.count == 2 && !line.hasPrefix("[") ? (parts[0], parts[1]) : nil
    }
  }

  @Test("agree", isThere, arguments: HashKind.allCases, ["ShortMsg", "LongMsg"])
  func agrees(kind: HashKind, file: String) throws {
    var (bitCount, message, count) = (0, [UInt8](), 0)
    for field in try fields(of: kind, file) {
      switch field.name {
      case "Len": bitCount = try #require(Int(field.value))
      case "Msg": message = Array(try #require(Hex.bytes(field.value)).prefix(bitCount / 8))
      case "MD":
        #expect(Hex.text(kind.digest([message])) == field.value, "\(bitCount) bits")
        count += 1
      default: break
      }
    }
    #expect(count >= 64)
  }

  @Test("agree over a hundred thousand hashes of hashes", isThere, arguments: HashKind.allCases)
  func agreesInMonteCarlo(kind: HashKind) throws {
    let fields = try fields(of: kind, "Monte")
    let first = try #require(fields.first { field in field.name == "Seed" })
    var seed = try #require(Hex.bytes(first.value))
    let expected = fields.filter { field in field.name == "MD" }.map(\.value)
    #expect(expected.count == 100)
    for digest in expected {
      var last = [seed, seed, seed]
      for _ in 0..<1000 {
        last = [last[1], last[2], kind.digest(last)]
      }
      seed = last[2]
      try #require(Hex.text(seed) == digest)
    }
  }
}
