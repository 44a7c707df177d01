// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// Stratum's JSON, plain or under a password.
enum StratumWriter: FormatWriter {
  static let format = Format.stratum
  static let takesPassword = true

  static func losses(of token: Token) -> [Export.Part] {
    token.losses(tagCount: .max, hasNote: false, hasFavourites: true)
  }

  static func file(
    of tokens: [Token],
    _ context: WritingContext
  ) throws(InterchangeError) -> TextFile {
    let plain = document(of: tokens, context)
    guard let password = context.password else { return plain.file() }
    let salt = context.randomness.bytes(count: 16)
    let nonce = context.randomness.bytes(count: 12)
    let key = try Stratum.key(password, salt: Secret(salt))
    let file = plain.file().secret()
    let sealed = file.withBytes { file in
      key.withBytes { Cipher.sealGCM(file, key: $0, nonce: nonce.span) }
    }
    guard let sealed else { throw .unsupported(format, .cipher) }
    return TextFile(Array(Stratum.mark.utf8) + salt + nonce + sealed)
  }

  private static func document(of tokens: [Token], _ context: WritingContext) -> JSONOutput {
    var ids: [String: String] = [:]
    var categories: [JSONOutput] = []
    var bindings: [JSONOutput] = []
    var entries: [JSONOutput] = []
    for (ranking, token) in tokens.enumerated() {
      entries.append(entry(token, ranking))
      for tag in token.tags {
        // The app's ids are eight hexadecimal digits.
        let id = ids[tag] ?? String(context.uuid().prefix(8))
        if ids[tag] == nil {
          categories.append(
            .object([("Id", .string(id)), ("Name", .string(tag)), ("Ranking", .integer(0))])
          )
        }
        ids[tag] = id
        bindings.append(
          .object([
            ("CategoryId", .string(id)), ("AuthenticatorSecret", .base32(token.secret)),
            ("Ranking", .integer(0)),
          ])
        )
      }
    }
    return .object([
      ("Authenticators", .array(entries)), ("Categories", .array(categories)),
      ("AuthenticatorCategories", .array(bindings)), ("CustomIcons", .array([])),
    ])
  }

  private static func entry(_ token: Token, _ ranking: Int) -> JSONOutput {
    let generator = token.generator
    let type: Int64 =
      switch generator {
      case .hotp: 1
      case .totp: 2
      case .steam: 4
      }
    let algorithm: Int64 =
      switch generator.algorithm {
      case .sha1: 0
      case .sha256: 1
      case .sha512: 2
      }
    return .object([
      ("Type", .integer(type)), ("Icon", .null), ("Issuer", .string(token.label.issuer)),
      ("Username", .string(token.label.account)), ("Secret", .base32(token.secret)),
      ("Pin", .null), ("Algorithm", .integer(algorithm)),
      ("Digits", .integer(Int64(generator.codeLength))),
      ("Period", .integer(generator.period?.seconds ?? 30)),
      ("Counter", .unsigned(generator.counter?.value ?? 0)), ("Ranking", .integer(Int64(ranking))),
    ])
  }
}
