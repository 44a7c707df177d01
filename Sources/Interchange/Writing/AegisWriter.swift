// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// Aegis's JSON, plain or under a password.
enum AegisWriter: FormatWriter {
  static let format = Format.aegis
  static let takesPassword = true

  /// Aegis's own costs: 32 MiB.
  private static let scrypt: (n: Int64, r: Int64, p: Int64) = (1 << 15, 8, 1)

  static func losses(of token: Token) -> [Export.Part] { [] }

  static func file(
    of tokens: [Token],
    _ context: WritingContext
  ) throws(InterchangeError) -> TextFile {
    let database = database(of: tokens, context)
    guard let password = context.password else {
      let header = JSONOutput.object([("slots", .null), ("params", .null)])
      return JSONOutput.object([("version", .integer(1)), ("header", header), ("db", database)])
        .file()
    }
    let plain = database.file().secret()
    let master = Secret(SecretBytes(randomCount: 32, from: context.randomness))
    let nonce = context.randomness.bytes(count: 12)
    let salt = context.randomness.bytes(count: 32)
    let slotNonce = context.randomness.bytes(count: 12)
    let key = try password.withBytes { (password) throws(InterchangeError) in
      try KeyDerivation.scrypt(
        password,
        salt: salt.span,
        n: scrypt.n,
        r: scrypt.r,
        p: scrypt.p,
        format
      )
    }
    let sealedKey = master.withBytes {
      Cipher.sealGCM($0, key: key.span, nonce: slotNonce.span)
    }
    let sealed = plain.withBytes { plain in
      master.withBytes { Cipher.sealGCM(plain, key: $0, nonce: nonce.span) }
    }
    guard let sealedKey, let sealed else { throw .unsupported(format, .cipher) }
    let slot = JSONOutput.object([
      ("type", .integer(Aegis.passwordSlot)), ("uuid", .string(context.uuid())),
      ("key", .hexadecimal(Array(sealedKey.dropLast(16)))),
      ("key_params", parameters(slotNonce, sealedKey)),
      ("n", .integer(scrypt.n)), ("r", .integer(scrypt.r)), ("p", .integer(scrypt.p)),
      ("salt", .hexadecimal(salt)), ("repaired", .bool(true)), ("is_backup", .bool(false)),
    ])
    let header = JSONOutput.object([
      ("slots", .array([slot])), ("params", parameters(nonce, sealed)),
    ])
    return JSONOutput.object([
      ("version", .integer(1)), ("header", header), ("db", .base64(Array(sealed.dropLast(16)))),
    ]).file()
  }

  private static func parameters(_ nonce: [UInt8], _ sealed: [UInt8]) -> JSONOutput {
    .object([("nonce", .hexadecimal(nonce)), ("tag", .hexadecimal(Array(sealed.suffix(16))))])
  }

  private static func database(of tokens: [Token], _ context: WritingContext) -> JSONOutput {
    var groups: [(name: String, id: String)] = []
    var ids: [String: String] = [:]
    for tag in tokens.flatMap(\.ownTags) where ids[tag] == nil {
      let id = context.uuid()
      ids[tag] = id
      groups.append((tag, id))
    }
    var entries: [JSONOutput] = []
    for token in tokens {
      let generator = token.generator
      var info: [(String, JSONOutput)] = [
        ("secret", .base32(token.secret)), ("algo", .string(generator.algorithm.rawValue)),
        ("digits", .integer(Int64(generator.codeLength))),
      ]
      if let period = generator.period { info.append(("period", .integer(period.seconds))) }
      if let counter = generator.counter { info.append(("counter", .unsigned(counter.value))) }
      entries.append(
        .object([
          ("type", .string(generator.typeName)), ("uuid", .string(context.uuid())),
          ("name", .string(token.label.account)), ("issuer", .string(token.label.issuer)),
          ("note", .string(token.note)), ("favorite", .bool(token.isFavourite)), ("icon", .null),
          ("info", .object(info)),
          ("groups", .array(token.ownTags.compactMap { ids[$0] }.map { .string($0) })),
        ])
      )
    }
    return .object([
      ("version", .integer(3)), ("entries", .array(entries)),
      (
        "groups",
        .array(groups.map { .object([("uuid", .string($0.id)), ("name", .string($0.name))]) })
      ),
    ])
  }
}
