// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// 2FAS's JSON of schema 4, plain or under a password.
enum TwoFASWriter: FormatWriter {
  static let format = Format.twoFAS
  static let takesPassword = true

  static func losses(of token: Token) -> [Export.Part] {
    // Without an issuer the account would come back as one.
    let parts = token.losses(tagCount: 1, hasNote: false, hasFavourites: false)
    return token.label.issuer.isEmpty ? parts + [.issuer] : parts
  }

  static func file(
    of tokens: [Token],
    _ context: WritingContext
  ) throws(InterchangeError) -> TextFile {
    var ids: [String: String] = [:]
    var groups: [JSONOutput] = []
    var services: [JSONOutput] = []
    for (position, token) in tokens.enumerated() {
      var service = self.service(token, position, context)
      if let tag = token.ownTags.first {
        let id = ids[tag] ?? context.uuid()
        if ids[tag] == nil {
          groups.append(
            .object([("id", .string(id)), ("name", .string(tag)), ("isExpanded", .bool(true))])
          )
        }
        ids[tag] = id
        service.append(("groupId", .string(id)))
      }
      services.append(.object(service))
    }
    var members: [(String, JSONOutput)] = [
      ("groups", .array(groups)), ("updatedAt", .integer(context.time.seconds * 1000)),
      ("schemaVersion", .integer(4)), ("appVersionCode", .integer(5_000_012)),
      ("appVersionName", .string("5.0.12")), ("appOrigin", .string("android")),
    ]
    if let password = context.password {
      members.append(("services", .array([])))
      members.append(("servicesEncrypted", try sealed(.array(services), password, context)))
    } else {
      members.append(("services", .array(services)))
    }
    return JSONOutput.object(members).file()
  }

  private static func sealed(
    _ services: JSONOutput,
    _ password: Secret,
    _ context: WritingContext
  ) throws(InterchangeError) -> JSONOutput {
    let salt = context.randomness.bytes(count: 256)
    let nonce = context.randomness.bytes(count: 12)
    let key = try Secret.pbkdf2(
      password,
      .sha256,
      salt: Secret(salt),
      rounds: TwoFAS.rounds,
      format
    )
    let plain = services.file().secret()
    let sealed = plain.withBytes { plain in
      key.withBytes { Cipher.sealGCM(plain, key: $0, nonce: nonce.span) }
    }
    guard let sealed else { throw .unsupported(format, .cipher) }
    let colon = Secret([UInt8(ascii: ":")])
    return .text(
      .joined(
        Secret(base64Text(sealed.span)),
        colon,
        Secret(base64Text(salt.span)),
        colon,
        Secret(base64Text(nonce.span))
      )
    )
  }

  private static func service(
    _ token: Token,
    _ position: Int,
    _ context: WritingContext
  ) -> [(String, JSONOutput)] {
    let generator = token.generator
    let name = token.label.issuer.isEmpty ? token.label.account : token.label.issuer
    var otp: [(String, JSONOutput)] = [
      ("label", .string(token.label.account)), ("account", .string(token.label.account)),
      ("issuer", .string(token.label.issuer)), ("digits", .integer(Int64(generator.codeLength))),
      ("algorithm", .string(generator.algorithm.rawValue)),
      ("tokenType", .string(generator.typeName.uppercased())), ("source", .string("Manual")),
    ]
    if let period = generator.period { otp.append(("period", .integer(period.seconds))) }
    if let counter = generator.counter { otp.append(("counter", .unsigned(counter.value))) }
    return [
      ("name", .string(name)), ("secret", .base32(token.secret)),
      ("updatedAt", .integer(context.time.seconds * 1000)), ("otp", .object(otp)),
      ("order", .object([("position", .integer(Int64(position)))])),
    ]
  }
}

/// andOTP's plain JSON.
enum AndOTPWriter: FormatWriter {
  static let format = Format.andOTP

  static func losses(of token: Token) -> [Export.Part] {
    token.losses(tagCount: .max, hasNote: false, hasFavourites: true)
  }

  static func file(
    of tokens: [Token],
    _ context: WritingContext
  ) throws(InterchangeError) -> TextFile {
    var entries: [JSONOutput] = []
    for token in tokens {
      let generator = token.generator
      var entry: [(String, JSONOutput)] = [
        ("secret", .base32(token.secret)), ("issuer", .string(token.label.issuer)),
        ("label", .string(token.label.account)),
        ("digits", .integer(Int64(generator.codeLength))),
        ("type", .string(generator.typeName.uppercased())),
        ("algorithm", .string(generator.algorithm.rawValue)), ("thumbnail", .string("Default")),
        ("last_used", .integer(0)), ("used_frequency", .integer(0)),
        ("tags", .array(token.tags.map { .string($0) })),
      ]
      if let period = generator.period { entry.append(("period", .integer(period.seconds))) }
      if let counter = generator.counter { entry.append(("counter", .unsigned(counter.value))) }
      entries.append(.object(entry))
    }
    return JSONOutput.array(entries).file()
  }
}

/// FreeOTP+'s JSON.
enum FreeOTPPlusWriter: FormatWriter {
  static let format = Format.freeOTPPlus

  static func losses(of token: Token) -> [Export.Part] {
    token.isSteam ? [.token] : token.losses(tagCount: 0, hasNote: false, hasFavourites: false)
  }

  static func file(
    of tokens: [Token],
    _ context: WritingContext
  ) throws(InterchangeError) -> TextFile {
    var entries: [JSONOutput] = []
    var order: [JSONOutput] = []
    for token in tokens {
      let generator = token.generator
      let label = token.label
      order.append(
        .string(label.issuer.isEmpty ? label.account : "\(label.issuer):\(label.account)")
      )
      entries.append(
        .object([
          ("algo", .string(generator.algorithm.rawValue)),
          // The last one used, which is −1 for a fresh token.
          ("counter", .integer(generator.counter.map { Int64(clamping: $0.value) - 1 } ?? 0)),
          ("digits", .integer(Int64(generator.codeLength))),
          ("issuerExt", .string(label.issuer)), ("issuerInt", .string(label.issuer)),
          ("label", .string(label.account)),
          ("period", .integer(generator.period?.seconds ?? 30)),
          ("secret", .signedBytes(token.secret)),
          ("type", .string(generator.typeName.uppercased())),
        ])
      )
    }
    return JSONOutput.object([("tokenOrder", .array(order)), ("tokens", .array(entries))]).file()
  }
}

/// Proton Authenticator's plain JSON.
enum ProtonWriter: FormatWriter {
  static let format = Format.proton

  static func losses(of token: Token) -> [Export.Part] {
    if token.generator.counter != nil { return [.token] }
    var parts = token.losses(tagCount: 0, hasNote: true, hasFavourites: false)
    if token.isSteam && token.label.issuer != "Steam" { parts.append(.issuer) }
    return parts
  }

  static func file(
    of tokens: [Token],
    _ context: WritingContext
  ) throws(InterchangeError) -> TextFile {
    var entries: [JSONOutput] = []
    for token in tokens {
      let content = JSONOutput.object([
        ("uri", .text(try OTPAuthWriter.managerURI(of: token, format))),
        ("entry_type", .string(token.isSteam ? "Steam" : "Totp")),
        ("name", .string(token.label.account)),
      ])
      entries.append(
        .object([
          ("id", .string(context.uuid())), ("content", content),
          ("note", token.note.isEmpty ? .null : .string(token.note)),
        ])
      )
    }
    return JSONOutput.object([("version", .integer(1)), ("entries", .array(entries))]).file()
  }
}
