// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// An entry on its way in: its secret is still the text that the file has.
struct Draft {
  /// How the secret is written.
  enum Encoding {
    case base32
    case base64
    case hexadecimal
    case bytes
    /// The whole is a URI, and the secret an item of it.
    case uri
  }

  var label: Label
  var text: Secret?
  var encoding = Encoding.base32
  var generator: Result<Generator, Rejection> = .success(.standard)
  var tags: [String] = []
  var note = ""
  /// Whether the entry had a picture, which stays behind.
  var hadIcon = false

  init(issuer: String?, account: String?) {
    label = Label(issuer: issuer ?? "", account: account ?? "")
  }

  /// Makes a draft of a URI.
  ///
  /// - Parameters:
  ///   - uri: `otpauth://` or `steam://`.
  ///   - fallback: the label when the URI has none of its own.
  init(uri: Secret, or fallback: Label) {
    label = fallback
    text = uri
    encoding = .uri
    do throws(OTPError) {
      let token = try uri.withBytes { (bytes) throws(OTPError) in try Token(uri: bytes) }
      generator = .success(token.generator)
      let isSteam = uri.withBytes { $0.begins(with: "steam://") }
      if !token.label.text.isEmpty, !isSteam { label = token.label }
    } catch {
      generator = .failure(.otp(error))
    }
  }

  /// Makes a draft of what password managers keep: a URI, or a bare secret.
  init(uriOrSecret text: Secret, or fallback: Label) {
    if text.withBytes({ TokenURI($0) == .otpauth || TokenURI($0) == .steam }) {
      self.init(uri: text, or: fallback)
    } else {
      self.init(issuer: fallback.issuer, account: fallback.account)
      self.text = text
    }
  }

  /// Makes a draft of an entry that is no token.
  static func rejected(_ reason: Rejection, issuer: String? = nil, account: String? = nil) -> Draft
  {
    var draft = Draft(issuer: issuer, account: account)
    draft.generator = .failure(reason)
    return draft
  }

  /// Marks a favourite by a tag, unless the user had the same idea.
  mutating func markFavourite(_ isFavourite: Bool) {
    if isFavourite, !tags.contains(favouriteTag) { tags.append(favouriteTag) }
  }

  /// Tags as the vault can have them: none empty, none twice.
  private var distinctTags: [String] {
    var result: [String] = []
    for tag in tags where !tag.isEmpty && !result.contains(tag) { result.append(tag) }
    return result
  }

  /// Reads the secret.
  fileprivate func appendSecret(to output: inout OutputSpan<UInt8>) throws(Rejection) {
    guard let text else { throw .otp(.missingItem("secret")) }
    let secret: SecretBytes
    do throws(OTPError) {
      switch encoding {
      case .bytes: secret = text.withBytes { SecretBytes(copying: $0) }
      case .base32: secret = try text.withBytes(Base32.decode)
      case .base64: secret = try text.withBytes(Base64.decode)
      case .hexadecimal:
        guard let bytes = text.withBytes(Hexadecimal.decode) else { throw .invalidItem("secret") }
        secret = bytes
      case .uri:
        let token = try text.withBytes { (bytes) throws(OTPError) in try Token(uri: bytes) }
        secret = token.secret.withBytes { SecretBytes(copying: $0) }
      }
    } catch {
      throw encoding == .hexadecimal ? .invalidHexadecimal : .otp(error)
    }
    secret.withBytes { output.append(contentsOf: $0) }
  }

  /// Makes entries whose secrets share one arena.
  ///
  /// Guarded memory for each would exhaust the kernel's table of mappings at some 16,000 tokens.
  static func entries(_ drafts: [Draft]) -> [Backup.Entry] {
    var ranges: [Result<Range<Int>, Rejection>] = []
    let capacity = drafts.reduce(0) { $0 + ($1.text?.count ?? 0) }
    let arena = SecretArena(
      SecretBytes(capacity: capacity) { output in
        for draft in drafts {
          let start = output.count
          do throws(Rejection) {
            // The kind goes first: of what is unsupported, nothing else matters.
            _ = try draft.generator.get()
            try draft.appendSecret(to: &output)
            ranges.append(.success(start..<output.count))
          } catch {
            ranges.append(.failure(error))
          }
        }
      }
    )
    var entries: [Backup.Entry] = []
    for (index, draft) in drafts.enumerated() {
      var label = draft.label
      if label.text.allSatisfy(\.isWhitespace) { label.account = "unnamed \(index + 1)" }
      let token = Result { () throws(Rejection) in
        let range = try ranges[index].get()
        let generator = try draft.generator.get()
        do throws(OTPError) {
          return try Token(
            label: label,
            secret: arena.secret(in: range),
            generator: generator,
            tags: draft.distinctTags,
            note: draft.note
          )
        } catch {
          throw .otp(error)
        }
      }
      entries.append(Backup.Entry(index: index, label: label, token: token))
    }
    return entries
  }
}

extension Generator {
  /// Checks the numbers that most formats give; what is absent is the default.
  ///
  /// - Parameters:
  ///   - type: `totp`, `hotp` or `steam` in any case.
  ///   - algorithm: a hash's name.
  ///   - digits: how many.
  ///   - period: seconds.
  ///   - counter: the next moving factor.
  /// - Returns: how codes are made, or what is wrong with the numbers.
  static func checked(
    type: String?,
    algorithm: String? = nil,
    digits: Int64? = nil,
    period: Int64? = nil,
    counter: Int64? = nil
  ) -> Result<Generator, Rejection> {
    Result { () throws(Rejection) in
      do throws(OTPError) {
        switch (type ?? "totp").lowercased() {
        case "totp":
          return .totp(
            algorithm: try algorithm.map(Algorithm.init(name:)) ?? .sha1,
            digits: try digits.map { (count) throws(OTPError) in try Digits(Int(clamping: count)) }
              ?? .six,
            period: try period.map(Period.init(seconds:)) ?? .thirtySeconds
          )
        case "hotp":
          guard let counter = UInt64(exactly: counter ?? 0) else { throw .invalidItem("counter") }
          return .hotp(
            algorithm: try algorithm.map(Algorithm.init(name:)) ?? .sha1,
            digits: try digits.map { (count) throws(OTPError) in try Digits(Int(clamping: count)) }
              ?? .six,
            counter: Counter(counter)
          )
        case "steam":
          return .steam(period: try period.map(Period.init(seconds:)) ?? .thirtySeconds)
        default: throw .unknownURIType
        }
      } catch {
        guard error != .unknownURIType else { throw .unsupportedType(type ?? "") }
        throw .otp(error)
      }
    }
  }
}
