// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// FreeOTP 2: a map of strings in Java's serialisation.
///
/// One is the master key, sealed under the password; two each make a token: its secret sealed under the
/// master key, and the rest in clear.
enum FreeOTP2: FormatReader {
  static let format = Format.freeOTP2

  private static let masterName = "masterKey"
  private static let tokenSuffix = "-token"

  static func recognises(_ document: Document) -> Bool {
    document.bytes.withBytes { $0.begins(with: JavaMap.mark) }
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    guard let pairs = JavaMap.pairs(in: document.bytes) else { throw .damaged(format, .structure) }
    let values = Dictionary(pairs, uniquingKeysWith: { _, last in last })
    guard let master = values[masterName] else { throw .damaged(format, .header) }
    let key = try masterKey(json(master), try needed(password))
    var drafts: [Draft] = []
    for (name, text) in pairs where name.hasSuffix(tokenSuffix) {
      guard let json = try? text.withBytes(JSONReader.document) else {
        drafts.append(.rejected(.malformed))
        continue
      }
      var draft = FreeOTP.draft(json, pastCounter: false)
      do throws(InterchangeError) {
        guard let sealed = values[String(name.dropLast(tokenSuffix.count))] else {
          throw .damaged(format, .entries)
        }
        draft.text = try secret(sealed, key)
      } catch {
        draft.generator = .failure(.malformed)
      }
      drafts.append(draft)
    }
    return drafts
  }

  private static func masterKey(
    _ json: JSONValue,
    _ password: Secret
  ) throws(InterchangeError) -> Secret {
    let name = json["mAlgorithm"]?.string?.lowercased() ?? ""
    let hash: Hashing
    if name.hasSuffix("sha512") {
      hash = .sha512
    } else if name.hasSuffix("sha1") {
      hash = .sha1
    } else if name.hasSuffix("sha256") {
      hash = .sha256
    } else {
      throw .unsupported(format, .keyDerivation)
    }
    let key = try Secret.pbkdf2(
      password,
      hash,
      salt: try json["mSalt"].signedBytes(format),
      rounds: try json["mIterations"].number(format),
      format
    )
    guard let master = try opened(json["mEncryptedKey"], key) else { throw .wrongPassword(format) }
    return master
  }

  private static func secret(_ text: Secret, _ key: Secret) throws(InterchangeError) -> Secret {
    // The sealed key is JSON in a string of JSON.
    guard let inner = try json(text)["key"]?.text, let secret = try opened(json(inner), key) else {
      throw .damaged(format, .entries)
    }
    return secret
  }

  private static func opened(
    _ sealed: JSONValue?,
    _ key: Secret
  ) throws(InterchangeError) -> Secret? {
    let text = try (sealed?["mCipherText"]).signedBytes(format)
    let parameters = try (sealed?["mParameters"]).signedBytes(format)
    guard let token = sealed?["mToken"]?.string,
      let nonce = parameters.withBytes(nonce).map(parameters.part)
    else { throw .damaged(format, .header) }
    return Secret.openedGCM(text, key: key, nonce: nonce, extra: Array(token.utf8))
  }

  /// Finds the nonce in what Java calls the parameters: a DER OCTET STRING, alone or first in a SEQUENCE.
  private static func nonce(in der: Span<UInt8>) -> Range<Int>? {
    let (sequence, octets): (UInt8, UInt8) = (0x30, 0x04)
    let start = der.count > 2 && der[0] == sequence ? 2 : 0
    guard der.count > start + 2, der[start] == octets else { return nil }
    let end = start + 2 + Int(der[start + 1])
    return end <= der.count && end > start + 2 ? (start + 2)..<end : nil
  }
}

/// A `HashMap<String, String>` in Java's serialisation.
///
/// Java Object Serialization Specification §6
enum JavaMap {
  /// The magic number and version 5, in bytes that are no UTF-8.
  static let mark: [UInt8] = [0xAC, 0xED, 0x00, 0x05]

  private static let stringMark: UInt8 = 0x74
  private static let longStringMark: UInt8 = 0x7C
  private static let referenceMark: UInt8 = 0x71
  private static let firstHandle = 0x7E0000
  private static let mostPairs = 100_000

  /// Reads the pairs in their order, or nothing when it is another object.
  static func pairs(in file: Secret) -> [(String, Secret)]? {
    let found: [(Range<Int>, Range<Int>)]? = file.withBytes { bytes in
      guard let start = startOfPairs(in: bytes) else { return nil }
      var position = start
      // The class, its name's handle and the map itself come first.
      var strings: [Int: Range<Int>] = [:]
      var handle = firstHandle + 2
      func string() -> Range<Int>? {
        guard position < bytes.count else { return nil }
        let mark = bytes[position]
        position += 1
        if mark == referenceMark {
          guard let reference = bytes.integer(at: position, byteCount: 4) else { return nil }
          position += 4
          return strings[reference]
        }
        let lengthCount = mark == stringMark ? 2 : mark == longStringMark ? 8 : 0
        guard lengthCount > 0, let length = bytes.integer(at: position, byteCount: lengthCount),
          length <= bytes.count - position - lengthCount
        else { return nil }
        let range = (position + lengthCount)..<(position + lengthCount + length)
        position = range.upperBound
        strings[handle] = range
        handle += 1
        return range
      }
      guard let count = bytes.integer(at: position - 4, byteCount: 4), count <= mostPairs else {
        return nil
      }
      var pairs: [(Range<Int>, Range<Int>)] = []
      for _ in 0..<count {
        guard let name = string(), let value = string() else { return nil }
        pairs.append((name, value))
      }
      return pairs
    }
    return found?.map { (file.part($0.0).string, file.part($0.1)) }
  }

  /// Finds where the pairs begin: after the class description's end, its fields, and a block of 8 bytes.
  private static func startOfPairs(in bytes: Span<UInt8>) -> Int? {
    let endOfDescription: [UInt8] = [0x78, 0x70]
    let blockOfEight: [UInt8] = [0x77, 0x08]
    var index = mark.count
    // The description is short; what goes on without it is another object.
    while index < min(bytes.count - 1, 256) {
      if bytes.begins(with: endOfDescription, at: index) {
        for fields in [4, 8, 12] where bytes.begins(with: blockOfEight, at: index + 2 + fields) {
          let start = index + 2 + fields + 2 + 8
          return start <= bytes.count ? start : nil
        }
      }
      index += 1
    }
    return nil
  }
}

extension Span<UInt8> {
  /// Whether the bytes are these, from an offset on.
  func begins(with bytes: [UInt8], at offset: Int = 0) -> Bool {
    guard offset >= 0, count - offset >= bytes.count else { return false }
    return bytes.indices.allSatisfy { self[offset + $0] == bytes[$0] }
  }

  /// Reads a number, most significant byte first; `nil` beyond the end, or when it is negative.
  func integer(at offset: Int, byteCount: Int) -> Int? {
    guard offset >= 0, byteCount <= count - offset else { return nil }
    var value: UInt64 = 0
    for index in 0..<byteCount { value = value << 8 | UInt64(self[offset + index]) }
    return Int(exactly: value)
  }
}
