// SPDX-License-Identifier: MIT
package import OTPCore
package import Secrets

/// What is written for another app, and what has no place in it.
package struct Export: Sendable {
  /// Something of a token that the format cannot hold.
  package struct Loss: Equatable, Sendable {
    /// Which token, from 0.
    package let index: Int
    /// What stays behind.
    package let part: Part
  }

  /// What stays behind of a token.
  package enum Part: Hashable, Sendable {
    /// All of it: the format has no such codes.
    case token
    /// All of it: its counter is used up.
    case spentToken
    /// Its tags, or all but one of them.
    case tags
    /// Its note.
    case note
    /// Its issuer.
    case issuer
    /// Its mark as a favourite.
    case favourite
  }

  /// The format.
  package let format: Format
  /// The file.
  package let file: Secret
  /// What is not in it.
  package let losses: [Loss]
}

/// One format's way out.
protocol FormatWriter: SendableMetatype {
  /// The format.
  static var format: Format { get }

  /// Whether a password can close the file.
  static var takesPassword: Bool { get }

  /// Tells what the format cannot hold of a token.
  static func losses(of token: Token) -> [Export.Part]

  /// Writes tokens, all of which have a place in the format.
  ///
  /// - Parameters:
  ///   - tokens: the tokens.
  ///   - context: what else a file needs.
  /// - Returns: the file.
  /// - Throws: ``InterchangeError``.
  static func file(of tokens: [Token], _ context: WritingContext) throws(InterchangeError)
    -> TextFile
}

/// What a file needs beside tokens.
struct WritingContext {
  /// What closes the file, or `nil` for a plain one.
  let password: Secret?
  /// Now.
  let time: UnixTime
  /// For ids, salts and nonces.
  let randomness: any Randomness

  /// A random UUID of version 4, as apps name their entries.
  ///
  /// RFC 9562 §5.4.
  func uuid() -> String {
    var bytes = randomness.bytes(count: 16)
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { text += "-" }
      text += TextFile.hexadecimal(byte)
    }
    return text
  }
}

extension FormatWriter {
  static var takesPassword: Bool { false }
}

extension Token {
  /// The tags but the one that marks a favourite.
  var ownTags: [String] { tags.filter { $0 != favouriteTag } }

  /// Whether the tag of a favourite is there.
  var isFavourite: Bool { tags.contains(favouriteTag) }

  /// The parts that a format has no place for.
  ///
  /// - Parameters:
  ///   - tagCount: how many tags it holds.
  ///   - hasNote: whether it holds notes.
  ///   - hasFavourites: whether it holds favourites, if not as a tag.
  /// - Returns: what stays behind.
  func losses(tagCount: Int, hasNote: Bool, hasFavourites: Bool) -> [Export.Part] {
    var parts: [Export.Part] = []
    if ownTags.count > tagCount { parts.append(.tags) }
    if !note.isEmpty && !hasNote { parts.append(.note) }
    if isFavourite && !hasFavourites { parts.append(.favourite) }
    return parts
  }

  /// Whether the token is Steam's.
  var isSteam: Bool {
    if case .steam = generator { true } else { false }
  }
}

extension Export {
  /// Every format that goes out.
  static let writers: [any FormatWriter.Type] = [
    OTPAuthWriter.self, GoogleWriter.self, AegisWriter.self, TwoFASWriter.self, AndOTPWriter.self,
    BitwardenWriter.self, EnteWriter.self, StratumWriter.self, FreeOTPPlusWriter.self,
    ProtonWriter.self, KeePassCSVWriter.self, CSVWriter.self, HTMLWriter.self,
  ]

  /// Writes tokens for another app.
  ///
  /// - Parameters:
  ///   - tokens: what to write.
  ///   - format: for which app.
  ///   - password: what closes the file, or `nil` for a plain one.
  ///   - time: now.
  ///   - randomness: for ids, salts and nonces.
  /// - Returns: the file, and what is not in it.
  /// - Throws: ``InterchangeError/unsupported(_:_:)`` for a format that is not written here, or not with
  ///   a password.
  package static func encode(
    _ tokens: [Token],
    as format: Format,
    password: Secret?,
    at time: UnixTime,
    randomness: any Randomness
  ) throws(InterchangeError) -> Export {
    guard let writer = writers.first(where: { $0.format == format }) else {
      throw .unsupported(format, .direction)
    }
    guard password == nil || writer.takesPassword else { throw .unsupported(format, .cipher) }
    var losses: [Loss] = []
    var kept: [Token] = []
    for (index, token) in tokens.enumerated() {
      let parts =
        token.generator.counter?.isSpent == true ? [.spentToken] : writer.losses(of: token)
      losses += parts.map { Loss(index: index, part: $0) }
      if !parts.contains(.token) && !parts.contains(.spentToken) { kept.append(token) }
    }
    let context = WritingContext(password: password, time: time, randomness: randomness)
    let file = try writer.file(of: kept, context)
    return Export(format: format, file: file.secret(), losses: losses)
  }
}
