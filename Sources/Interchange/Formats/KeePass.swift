// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// KeePass databases of version 4, by password.
///
/// KDBX 4: a header, its hash and its HMAC, blocks with HMACs; within them, encrypted and mostly packed, an
/// inner header and XML whose secrets are hidden by another stream.
enum KeePass: FormatReader {
  static let format = Format.keePass

  private static let mark: [UInt8] = [0x03, 0xD9, 0xA2, 0x9A, 0x67, 0xFB, 0x4B, 0xB5]
  private static let aes = "31c1f2e6bf714350be5805216afc5aff"
  private static let chaCha20 = "d6038a2b8b6f4cb5a524339a31dbb59a"

  static func recognises(_ document: Document) -> Bool {
    document.bytes.withBytes { $0.begins(with: mark) }
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    let file = document.bytes
    guard file.littleEndian(at: 10, byteCount: 2) == 4 else { throw .unsupported(format, .version) }
    let header = try KeePassHeader(file)
    let password = try needed(password)
    let composite = Secret.sha256(.sha256(password))
    let transformed = try header.derive(composite)
    let one = Secret([1])
    let base = Secret.sha512(.joined(header.seed, transformed, one))
    let end = header.byteCount
    guard file.count >= end + 64 else { throw .damaged(format, .structure) }
    let headerBytes = file.part(0..<end)
    guard Secret.sha256(headerBytes).matches(file.part(end..<(end + 32))) else {
      throw .damaged(format, .header)
    }
    let headerKey = Secret.sha512(.joined(Secret([UInt8](repeating: 0xFF, count: 8)), base))
    guard headerBytes.authenticator(headerKey).matches(file.part((end + 32)..<(end + 64))) else {
      throw .wrongPassword(format)
    }
    let sealed = try blocks(of: file, from: end + 64, base)
    let key = Secret.sha256(.joined(header.seed, transformed))
    var plain = try opened(sealed, header, key)
    if header.isPacked {
      guard let unpacked = Archive.unpack(plain) else { throw .damaged(format, .contents) }
      plain = unpacked
    }
    return try entries(in: plain)
  }

  /// Joins the blocks, each behind its HMAC and its length.
  private static func blocks(
    of file: Secret,
    from start: Int,
    _ base: Secret
  ) throws(InterchangeError) -> Secret {
    var position = start
    var parts: [Secret] = []
    while true {
      guard let count = file.littleEndian(at: position + 32, byteCount: 4),
        count <= file.count - position - 36
      else { throw .damaged(format, .structure) }
      let index = Secret((0..<8).map { UInt8(truncatingIfNeeded: parts.count >> (8 * $0)) })
      let key = Secret.sha512(.joined(index, base))
      let message = Secret.joined(index, file.part((position + 32)..<(position + 36 + count)))
      guard message.authenticator(key).matches(file.part(position..<(position + 32))) else {
        throw .damaged(format, .ciphertext)
      }
      if count == 0 { return .joined(parts) }
      parts.append(file.part((position + 36)..<(position + 36 + count)))
      position += 36 + count
    }
  }

  private static func opened(
    _ sealed: Secret,
    _ header: KeePassHeader,
    _ key: Secret
  ) throws(InterchangeError) -> Secret {
    switch header.cipher {
    case aes where header.vector.count == 16:
      guard let plain = Secret.openedCBC(sealed, key: key, vector: header.vector) else {
        throw .damaged(format, .ciphertext)
      }
      return plain
    case chaCha20 where header.vector.count == 12:
      return Secret(
        sealed.withBytes { sealed in
          key.withBytes { key in
            header.vector.withBytes { Cipher.chaCha20(sealed, key: key, nonce: $0) }
          }
        }
      )
    default: throw .unsupported(format, .cipher)
    }
  }

  /// Reads the inner header and the XML after it.
  private static func entries(in plain: Secret) throws(InterchangeError) -> [Draft] {
    let (end, streamID, streamKey, binaries, chaCha) = (0, 1, 2, 3, 3)
    var position = 0
    var stream = 0
    var secret: Secret?
    while true {
      guard let id = plain.littleEndian(at: position, byteCount: 1),
        let count = plain.littleEndian(at: position + 1, byteCount: 4),
        count <= plain.count - position - 5
      else { throw .damaged(format, .contents) }
      let value = plain.part((position + 5)..<(position + 5 + count))
      position += 5 + count
      switch id {
      case end:
        guard let root = plain.part(position..<plain.count).withBytes(XMLReader.document) else {
          throw .damaged(format, .contents)
        }
        guard stream == chaCha, let secret else { throw .unsupported(format, .cipher) }
        return entries(in: root, hiddenBy: .sha512(secret))
      case streamID: stream = value.littleEndian(at: 0, byteCount: 4) ?? 0
      case streamKey: secret = value
      case binaries: break
      default: throw .damaged(format, .contents)
      }
    }
  }

  /// All protected values share one stream, in the order of the document.
  private static func entries(in root: XMLElement, hiddenBy key: Secret) -> [Draft] {
    var hidden: [ObjectIdentifier: Range<Int>] = [:]
    var sealed: [Secret] = []
    var count = 0
    func collect(_ element: XMLElement) {
      if element["Protected"]?.isEqual(to: "True") == true {
        let bytes =
          Secret.opened { try? element.text.withBytes(Base64.decode) } ?? Secret([])
        hidden[ObjectIdentifier(element)] = count..<(count + bytes.count)
        count += bytes.count
        sealed.append(bytes)
      }
      for child in element.children { collect(child) }
    }
    collect(root)
    let all = Secret.joined(sealed)
    let plain = Secret(
      all.withBytes { bytes in
        key.withBytes { key in
          Cipher.chaCha20(
            bytes,
            key: key.extracting(0..<32),
            nonce: key.extracting(32..<44)
          )
        }
      }
    )
    return KeePassTree.drafts(in: root) { value in
      hidden[ObjectIdentifier(value)].map(plain.part) ?? value.text
    }
  }
}
