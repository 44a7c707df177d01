// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// A list of URIs.
enum OTPAuthWriter: FormatWriter {
  static let format = Format.otpauth

  static func losses(of token: Token) -> [Export.Part] {
    token.losses(tagCount: 0, hasNote: false, hasFavourites: false)
  }

  static func file(
    of tokens: [Token],
    _ context: WritingContext
  ) throws(InterchangeError) -> TextFile {
    var file = TextFile()
    for token in tokens {
      file.append(try uri(of: token, format))
      file.append("\n")
    }
    return file
  }

  /// The URI of a token whose counter is not spent.
  static func uri(of token: Token, _ format: Format) throws(InterchangeError) -> SecretBytes {
    do throws(OTPError) {
      return try token.uri()
    } catch {
      throw .unsupported(format, .entries)
    }
  }

  /// A token as password managers keep it: `steam://` for Steam.
  static func managerURI(of token: Token, _ format: Format) throws(InterchangeError) -> Secret {
    guard token.isSteam else { return Secret(try uri(of: token, format)) }
    return .joined(
      Secret(Array("steam://".utf8)),
      Secret(token.secret.withBytes(Base32.encode))
    )
  }
}

/// The URIs that Google Authenticator reads, ten tokens each.
enum GoogleWriter: FormatWriter {
  static let format = Format.google

  static func losses(of token: Token) -> [Export.Part] {
    let export = MigrationURI.export([token], exportID: 1)
    if !export.rejections.isEmpty { return [.token] }
    return token.losses(tagCount: 0, hasNote: false, hasFavourites: false)
  }

  static func file(
    of tokens: [Token],
    _ context: WritingContext
  ) throws(InterchangeError) -> TextFile {
    let random = context.randomness.bytes(count: 4).reduce(Int32(0)) { $0 << 8 | Int32($1) }
    var file = TextFile()
    for uri in MigrationURI.export(tokens, exportID: random & Int32.max).uris {
      uri.withBytes { file.append($0) }
      file.append("\n")
    }
    return file
  }
}

/// Ente Auth's plain list: URIs with the user's own marks in `codeDisplay`.
enum EnteWriter: FormatWriter {
  static let format = Format.ente

  static func losses(of token: Token) -> [Export.Part] { [] }

  static func file(
    of tokens: [Token],
    _ context: WritingContext
  ) throws(InterchangeError) -> TextFile {
    var file = TextFile()
    for token in tokens {
      file.append(try OTPAuthWriter.uri(of: token, format))
      let display = JSONOutput.object([
        ("pinned", .bool(token.isFavourite)), ("trashed", .bool(false)),
        ("lastUsedAt", .integer(0)), ("tapCount", .integer(0)),
        ("tags", .array(token.ownTags.map { .string($0) })), ("note", .string(token.note)),
      ]).file()
      file.append("&codeDisplay=")
      display.withBytes { bytes in
        let text = SecretBytes(capacity: PercentEncoding.encodedCount(bytes)) { output in
          PercentEncoding.append(bytes, to: &output)
        }
        file.append(text)
      }
      file.append("\n")
    }
    return file
  }
}
