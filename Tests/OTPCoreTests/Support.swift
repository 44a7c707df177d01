// SPDX-License-Identifier: MIT
import OTPCore
import Secrets
import TestKit

/// The secrets of the examples, as Base32: `Hello!` and four bytes, and RFC 4226's.
enum Example {
  static let short = "JBSWY3DPEHPK3PXP"
  static let rfc = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
}

extension Token {
  /// Makes a token of a Base32 text.
  init(_ base32: String, _ generator: Generator = .standard) throws {
    try self.init(
      label: Label(issuer: "", account: "x"),
      secret: Secret(Base32.decode(base32.utf8.span)),
      generator: generator
    )
  }

  /// Makes a token of a secret's bytes.
  init(secret: [UInt8], _ generator: Generator = .standard) throws {
    try self.init(
      label: Label(issuer: "", account: "x"),
      secret: Secret(SecretBytes(copying: secret.span)),
      generator: generator
    )
  }

  /// Reads a URI; `J` and `R` stand for the examples' secrets.
  static func reading(_ uri: String) throws(OTPError) -> Token {
    let uri =
      uri
      .replacing("secret=J&", with: "secret=\(Example.short)&")
      .replacing("secret=R&", with: "secret=\(Example.rfc)&")
    return try Token(uri: uri.utf8.span)
  }

  /// What two tokens must agree in to be the same; the secret is only there as hexadecimal text.
  var facts: [String] {
    [label.issuer, label.account, "\(generator)", Hex.text(secret.array)] + tags + [note]
  }
}

extension Secret {
  /// The bytes, for a comparison.
  var array: [UInt8] { withBytes { bytes in bytes.array } }

  /// The bytes as text.
  var string: String { String(decoding: array, as: UTF8.self) }
}

extension SecretBytes {
  /// The bytes as text.
  var string: String { String(decoding: span.array, as: UTF8.self) }
}

extension Span<UInt8> {
  /// The bytes, for a comparison.
  var array: [UInt8] { indices.map { index in self[index] } }
}

extension UnixTime {
  /// The moment of the examples: 20 seconds into a step of 30.
  static var example: UnixTime { UnixTime(clamping: 1_700_000_000) }
}

/// The hashes, so that one test can run over all.
enum HashKind: String, CaseIterable {
  case sha1 = "SHA1"
  case sha256 = "SHA256"
  case sha512 = "SHA512"

  /// How many bytes a block has.
  var blockByteCount: Int {
    switch self {
    case .sha1: SHA1.blockByteCount
    case .sha256: SHA256.blockByteCount
    case .sha512: SHA512.blockByteCount
    }
  }

  /// How many bytes a digest has.
  var digestByteCount: Int {
    switch self {
    case .sha1: SHA1.digestByteCount
    case .sha256: SHA256.digestByteCount
    case .sha512: SHA512.digestByteCount
    }
  }

  /// Hashes pieces one after the other.
  func digest(_ pieces: [[UInt8]]) -> [UInt8] {
    func digest<Hash: HashFunction>(_ hash: Hash) -> [UInt8] {
      var hash = hash
      for piece in pieces { hash.update(piece.span) }
      return [UInt8](digestOf: Hash.self) { digest in hash.finish(into: &digest) }
    }
    return switch self {
    case .sha1: digest(SHA1())
    case .sha256: digest(SHA256())
    case .sha512: digest(SHA512())
    }
  }

  /// Makes an HMAC of pieces.
  func mac(key: [UInt8], _ pieces: [[UInt8]]) -> [UInt8] {
    func mac<Hash: HashFunction>(_ hmac: HMAC<Hash>) -> [UInt8] {
      var hmac = hmac
      for piece in pieces { hmac.update(piece.span) }
      return [UInt8](digestOf: Hash.self) { digest in hmac.finish(into: &digest) }
    }
    return switch self {
    case .sha1: mac(HMAC<SHA1>(key: key.span))
    case .sha256: mac(HMAC<SHA256>(key: key.span))
    case .sha512: mac(HMAC<SHA512>(key: key.span))
    }
  }
}

extension [UInt8] {
  /// Makes room for a digest and lets a closure write it.
  init<Hash: HashFunction>(
    digestOf hash: Hash.Type,
    _ write: (inout MutableSpan<UInt8>) -> Void
  ) {
    var bytes = [UInt8](repeating: 0, count: Hash.digestByteCount)
    var span = bytes.mutableSpan
    write(&span)
    self = bytes
  }
}

extension Base32 {
  /// Reads a text into an ordinary array.
  static func array(_ text: String) throws(OTPError) -> [UInt8] {
    let bytes = try decode(text.utf8.span)
    return bytes.span.array
  }

  /// Writes an ordinary text.
  static func text(_ bytes: [UInt8]) -> String {
    let text = encode(bytes.span)
    return text.string
  }
}

extension Base64 {
  /// Reads a text into an ordinary array.
  static func array(_ text: String) throws(OTPError) -> [UInt8] {
    let bytes = try decode(text.utf8.span)
    return bytes.span.array
  }

  /// Writes an ordinary text.
  static func text(_ bytes: [UInt8]) -> String {
    let text = SecretBytes(capacity: encodedCount(byteCount: bytes.count)) { output in
      append(bytes.span, to: &output)
    }
    return text.string
  }
}

extension Token {
  /// Makes a token of any kind, whose label holds what URIs have trouble with.
  static func random(using random: inout SeededGenerator) throws -> Token {
    let pieces = [
      "a", "B", ":", " ", "+", "%", "&", "=", "?", "#", "/", "é", "e\u{301}", "喵", "\0",
    ]
    func text() -> String {
      let count = Int.random(in: 0...8, using: &random)
      let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      // Readers drop spaces before an account.
      return text.hasPrefix(" ") ? "x" + text : text
    }
    let label = Label(issuer: text(), account: text())
    let secret = random.bytes(count: Int.random(in: 1...80, using: &random))
    return try Token(
      label: label,
      secret: Secret(SecretBytes(copying: secret.span)),
      generator: .random(using: &random)
    )
  }
}

extension Generator {
  /// Makes a generator of any kind.
  static func random(using random: inout SeededGenerator) throws -> Generator {
    let algorithm = Algorithm.allCases.randomElement(using: &random) ?? .sha1
    let digits = try Digits(Int.random(in: 1...10, using: &random))
    let period = try Period(seconds: Int64.random(in: 1...86_400, using: &random))
    return switch Int.random(in: 0..<3, using: &random) {
    case 0: .totp(algorithm: algorithm, digits: digits, period: period)
    case 1: .hotp(algorithm: algorithm, digits: digits, counter: Counter(random.next()))
    default: .steam(period: period)
    }
  }
}

extension Result {
  /// The error, if it is one.
  var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
