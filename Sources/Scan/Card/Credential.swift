// SPDX-License-Identifier: MIT
public import OTPCore

/// One OTP on a card, which never gives its secret away.
public struct Credential: Hashable, Sendable {
  /// What moves a credential from code to code.
  public enum Kind: String, Sendable {
    /// The time.
    case time = "totp"
    /// A counter on the card.
    case counter = "hotp"
  }

  /// The name as the card has it: 1 to 64 bytes, mostly UTF-8.
  public let id: [UInt8]
  /// What moves it.
  public let kind: Kind
  /// The hash, or `nil` for one that this library does not know.
  public let algorithm: Algorithm?
  /// The issuer, or empty.
  public let issuer: String
  /// The account; bytes that are no UTF-8 are shown as `\xNN`.
  public let account: String
  /// How long a code holds, in seconds; of no meaning with a counter.
  public let period: Period

  /// Takes a credential's name apart.
  ///
  /// A time-based one is `[period/][issuer:]account`, a counter-based one `[issuer:]account`.
  ///
  /// - Parameters:
  ///   - id: the name as the card has it.
  ///   - kind: what moves it.
  ///   - algorithm: the hash.
  public init(id: [UInt8], kind: Kind, algorithm: Algorithm?) {
    self.id = id
    self.kind = kind
    self.algorithm = algorithm
    var rest = id[...]
    var period = Period.thirtySeconds
    if kind == .time, let slash = id.firstIndex(of: UInt8(ascii: "/")), slash > 0,
      slash + 1 < id.count,
      id[..<slash].allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      let seconds = Int64(Self.text(id[..<slash])), let stated = try? Period(seconds: seconds)
    {
      period = stated
      rest = id[(slash + 1)...]
    }
    self.period = period
    if let colon = rest.firstIndex(of: UInt8(ascii: ":")), colon > rest.startIndex,
      colon + 1 < rest.endIndex
    {
      issuer = Self.text(rest[..<colon])
      account = Self.text(rest[(colon + 1)...])
    } else {
      issuer = ""
      account = Self.text(rest)
    }
  }

  /// `issuer:account`, or the account alone.
  public var label: Label { Label(issuer: issuer, account: account) }

  /// Whether the card's codes are shown in Steam's symbols: the issuer is `Steam`.
  public var isSteam: Bool { kind == .time && issuer == "Steam" }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = ""
    for byte in bytes {
      if (0x20..<0x7F).contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "\\x" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return text
  }
}

/// A credential, and what is known of its present code.
public struct CredentialCode: Sendable {
  /// What can be said without a person's doing.
  public enum State: Equatable, Sendable {
    /// The code.
    case code(Code)
    /// A code would move the counter, so none was asked for.
    case counterBased
    /// The card wants to be touched first.
    case touchRequired
  }

  /// Which credential.
  public let credential: Credential
  /// How many characters its codes have, 5 for Steam; `nil` when the card does not tell.
  public let digits: Int?
  /// Whether the card wants to be touched; `nil` when it does not tell, as it does not of counters.
  public let touch: Bool?
  /// What is known.
  public let state: State

  /// Says what is known of a credential.
  ///
  /// - Parameters:
  ///   - credential: which one.
  ///   - digits: how many characters its codes have.
  ///   - touch: whether the card wants to be touched.
  ///   - state: what is known of its present code.
  public init(credential: Credential, digits: Int?, touch: Bool?, state: State) {
    self.credential = credential
    self.digits = digits
    self.touch = touch
    self.state = state
  }
}
