// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// cotp: JSON with `elements`.
enum Cotp: FormatReader {
  static let format = Format.cotp

  static func recognises(_ document: Document) -> Bool {
    document.json?["elements"]?.elements?.contains { $0.has("secret", "label") } == true
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    try (document.json?["elements"]).list(format).map(OTPClient.draft)
  }
}

/// OTPClient: a JSON list.
enum OTPClient: FormatReader {
  static let format = Format.otpClient

  static func recognises(_ document: Document) -> Bool {
    document.json?.elements?.contains { $0.has("secret", "label", "type") } == true
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    try document.json.list(format).map(draft)
  }

  /// Reads an entry as it and its likes have it.
  static func draft(_ entry: JSONValue) -> Draft {
    var draft = Draft(issuer: entry["issuer"]?.string, account: entry["label"]?.string)
    draft.text = entry["secret"]?.text
    // It calls Steam's tokens by the issuer.
    let type = entry["type"]?.string
    let isSteam = type?.uppercased() == "TOTP" && draft.label.issuer.lowercased() == "steam"
    draft.generator = Generator.checked(
      type: isSteam ? "steam" : type,
      algorithm: (entry["algo"] ?? entry["algorithm"])?.string,
      digits: entry["digits"]?.figure,
      period: entry["period"]?.figure,
      counter: entry["counter"]?.figure
    )
    if let group = entry["group"]?.string { draft.tags = [group] }
    return draft
  }
}

/// totp-cli's dump: YAML, namespaces with accounts in them.
enum TOTPCLI: FormatReader {
  static let format = Format.totpCLI

  static func recognises(_ document: Document) -> Bool {
    document.json == nil && document.xml == nil
      && document.bytes.withBytes { $0.contains("accounts:") && $0.contains("token:") }
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    var drafts: [Draft] = []
    var space = ""
    var fields: [String: Secret] = [:]
    var isInAccounts = false
    var depth = 0
    func finish() {
      guard let token = fields["token"] else { return fields.removeAll() }
      var draft = Draft(issuer: space, account: fields["name"]?.string)
      draft.text = token
      func figure(_ names: String...) -> Int64? {
        names.lazy.compactMap { fields[$0] }.first.map { JSONValue.number($0).figure }
      }
      draft.generator = Generator.checked(
        type: "totp",
        algorithm: fields["algorithm"]?.string,
        digits: figure("length", "digits"),
        period: figure("time_period", "timeperiod", "period")
      )
      drafts.append(draft)
      fields.removeAll()
    }
    for line in document.bytes.parts(between: 0x0A) {
      let indent = line.withBytes { bytes in
        bytes.indices.first { bytes[$0] != 0x20 && bytes[$0] != UInt8(ascii: "-") } ?? bytes.count
      }
      let isItem = line.part(0..<indent).withBytes { bytes in
        bytes.indices.contains { bytes[$0] == UInt8(ascii: "-") }
      }
      let content = line.part(indent..<line.count).trimmed
      let colon = content.withBytes { bytes in
        bytes.indices.first { bytes[$0] == UInt8(ascii: ":") }
      }
      guard let colon else { continue }
      let name = content.part(0..<colon).string
      let value = content.part((colon + 1)..<content.count).trimmed.unquoted
      if isItem, indent <= depth || !isInAccounts {
        finish()
        if isInAccounts, indent < depth { isInAccounts = false }
      }
      if name == "accounts" {
        if let own = fields.removeValue(forKey: "name") { space = own.string }
        isInAccounts = true
        depth = indent + 2
        continue
      }
      if isItem, isInAccounts { depth = indent }
      if value.count > 0 { fields[name] = value }
    }
    finish()
    return drafts
  }
}

extension Secret {
  /// The bytes without quotation marks around them.
  fileprivate var unquoted: Secret {
    let isQuoted = withBytes { bytes in
      bytes.count >= 2 && [0x22, 0x27].contains(bytes[0]) && bytes[bytes.count - 1] == bytes[0]
    }
    return isQuoted ? part(1..<(count - 1)) : self
  }
}
