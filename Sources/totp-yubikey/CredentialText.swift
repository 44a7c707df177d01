// SPDX-License-Identifier: MIT
import Card
import OTPCore
import Shell

/// Credentials as lines of text, and as members of JSON documents.
enum CredentialText {
  /// Writes one line a credential: issuer, account, how codes are made.
  static func list(_ codes: [CredentialCode]) -> String {
    var rows: [[String]] = []
    for code in sorted(codes) {
      rows.append([
        DisplayText.escaped(code.credential.issuer), DisplayText.escaped(code.credential.account),
        summary(code),
      ])
    }
    return TextTable.columns(rows)
  }

  /// Writes one line a credential: its code first, or why there is none.
  static func codes(_ codes: [CredentialCode]) -> String {
    var rows: [[String]] = []
    for code in sorted(codes) {
      let text =
        switch code.state {
        case .code(let code): code.text
        case .counterBased: "counts"
        case .touchRequired: "touch"
        }
      rows.append([text, DisplayText.escaped(code.credential.label.text)])
    }
    return TextTable.columns(rows)
  }

  /// The members of a credential, and of its code when a moment is given.
  static func members(_ code: CredentialCode, at time: UnixTime? = nil) -> [(String, JSON?)] {
    let credential = code.credential
    var members: [(String, JSON?)] = [
      ("issuer", .string(credential.issuer)), ("account", .string(credential.account)),
      ("type", .string(credential.isSteam ? "steam" : credential.kind.rawValue)),
      ("algorithm", credential.algorithm.map { .string($0.rawValue) }),
      ("digits", code.digits.map { .integer(Int64($0)) }),
      ("period", credential.kind == .time ? .integer(credential.period.seconds) : nil),
      ("touch", code.touch.map { .bool($0) }),
    ]
    if let time, case .code(let code) = code.state {
      members.append(("code", .string(code.text)))
      if let validity = code.validity {
        members += [
          ("valid_from", .integer(validity.lowerBound.seconds)),
          ("valid_until", .integer(validity.upperBound.seconds)),
          ("remaining", .integer(validity.upperBound.seconds - time.seconds)),
        ]
      }
    }
    return members
  }

  private static func summary(_ code: CredentialCode) -> String {
    let credential = code.credential
    var words = [credential.isSteam ? "steam" : credential.kind.rawValue]
    if let algorithm = credential.algorithm, algorithm != .sha1 { words.append(algorithm.rawValue) }
    if let digits = code.digits, digits != 6, !credential.isSteam {
      words.append("\(digits) digits")
    }
    if credential.kind == .time, credential.period != .thirtySeconds {
      words.append("\(credential.period.seconds) s")
    }
    if code.touch == true { words.append("touch") }
    return words.joined(separator: " ")
  }

  private static func sorted(_ codes: [CredentialCode]) -> [CredentialCode] {
    codes.sorted { left, right in
      let (left, right) = (left.credential, right.credential)
      let names = [left, right].map { ($0.issuer.isEmpty ? $0.account : $0.issuer).lowercased() }
      return names[0] == names[1]
        ? left.account.lowercased() < right.account.lowercased() : names[0] < names[1]
    }
  }
}
