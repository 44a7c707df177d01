// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// The groups and entries of a KeePass database, as its XML has them.
///
/// KeePassXC keeps a URI in `otp`, and kept `TOTP Seed` and `TOTP Settings` before; KeePass 2 has fields of
/// its own, beginning with `TimeOtp-` and `HmacOtp-`.
enum KeePassTree {
  /// Reads the entries, without those of the recycle bin and the past.
  ///
  /// - Parameters:
  ///   - root: the element `KeePassFile`.
  ///   - reveal: gives the clear text of a value.
  /// - Returns: the entries that make codes.
  static func drafts(in root: XMLElement, _ reveal: (XMLElement) -> Secret) -> [Draft] {
    let meta = root.child("Meta")
    let bin = meta?.child("RecycleBinUUID")?.text
    var drafts: [Draft] = []
    for group in root.child("Root")?.children ?? [] where group.name == "Group" {
      collect(group, path: nil, isKept: true, bin: bin, reveal, &drafts)
    }
    return drafts
  }

  private static func collect(
    _ group: XMLElement,
    path: [String]?,
    isKept: Bool,
    bin: Secret?,
    _ reveal: (XMLElement) -> Secret,
    _ drafts: inout [Draft]
  ) {
    let isBin = bin.map { bin in group.child("UUID")?.text.matches(bin) == true } ?? false
    let isKept = isKept && !isBin
    for child in group.children {
      switch child.name {
      case "Group":
        let name = child.child("Name")?.text.string ?? ""
        let path = (path ?? []) + [name]
        collect(child, path: path, isKept: isKept, bin: bin, reveal, &drafts)
      case "Entry":
        let fields = fields(of: child, reveal)
        if isKept, var draft = draft(fields) {
          if let path { draft.tags.insert(path.joined(separator: "/"), at: 0) }
          let tags = child.child("Tags")?.text.string ?? ""
          draft.tags += tags.split(whereSeparator: { $0 == ";" || $0 == "," }).map(String.init)
          drafts.append(draft)
        }
      default: break
      }
    }
  }

  /// The fields of an entry.
  private static func fields(
    of entry: XMLElement,
    _ reveal: (XMLElement) -> Secret
  ) -> [String: Secret] {
    var fields: [String: Secret] = [:]
    for child in entry.children {
      if child.name == "String", let value = child.child("Value") {
        let text = reveal(value)
        fields[child.child("Key")?.text.string ?? ""] = text
      }
    }
    return fields
  }

  private static func draft(_ fields: [String: Secret]) -> Draft? {
    let label = Label(
      issuer: fields["Title"]?.string ?? "",
      account: fields["UserName"]?.string ?? ""
    )
    func text(_ name: String) -> Secret? {
      guard let text = fields[name], text.count > 0 else { return nil }
      return text
    }
    var draft: Draft?
    if let uri = text("otp") {
      draft = legacyQuery(uri, label) ?? Draft(uriOrSecret: uri, or: label)
    } else if let seed = text("TOTP Seed") {
      draft = settings(text("TOTP Settings")?.string ?? "", seed, label)
    } else {
      draft =
        keePass2(fields, prefix: "TimeOtp", label) ?? keePass2(fields, prefix: "HmacOtp", label)
    }
    draft?.note = fields["Notes"]?.string ?? ""
    return draft
  }

  /// `key=SECRET&size=6&step=30`, as plugins wrote it.
  private static func legacyQuery(_ text: Secret, _ label: Label) -> Draft? {
    guard text.withBytes({ $0.begins(with: "key=") }) else { return nil }
    var draft = Draft(issuer: label.issuer, account: label.account)
    var numbers: [String: Int64] = [:]
    for item in text.parts(between: UInt8(ascii: "&")) {
      let parts = item.parts(between: UInt8(ascii: "="))
      guard parts.count >= 2 else { continue }
      if parts[0].isEqual(to: "key") {
        draft.text = parts[1]
      } else {
        numbers[parts[0].string] = JSONValue.number(parts[1]).figure
      }
    }
    draft.generator = Generator.checked(
      type: "totp",
      digits: numbers["size"],
      period: numbers["step"]
    )
    return draft
  }

  /// `30;6`, `30;S` for Steam, and more after another semicolon.
  private static func settings(_ settings: String, _ seed: Secret, _ label: Label) -> Draft {
    var draft = Draft(issuer: label.issuer, account: label.account)
    draft.text = seed
    let parts = settings.split(separator: ";", omittingEmptySubsequences: false)
    let isSteam = parts.count > 1 && parts[1] == "S"
    draft.generator = Generator.checked(
      type: isSteam ? "steam" : "totp",
      digits: parts.count > 1 && !isSteam ? Int64(parts[1]) ?? -1 : nil,
      period: parts.first.flatMap { $0.isEmpty ? nil : Int64($0) ?? -1 }
    )
    return draft
  }

  private static func keePass2(
    _ fields: [String: Secret],
    prefix: String,
    _ label: Label
  ) -> Draft? {
    let encodings: [(String, Draft.Encoding)] = [
      ("-Base32", .base32), ("-Hex", .hexadecimal), ("-Base64", .base64), ("", .bytes),
    ]
    for (suffix, encoding) in encodings {
      guard let text = fields["\(prefix)-Secret\(suffix)"], text.count > 0 else { continue }
      func figure(_ name: String) -> Int64? {
        guard let text = fields["\(prefix)-\(name)"], text.count > 0 else { return nil }
        return JSONValue.number(text).figure
      }
      var draft = Draft(issuer: label.issuer, account: label.account)
      draft.text = text
      draft.encoding = encoding
      draft.generator = Generator.checked(
        type: prefix == "TimeOtp" ? "totp" : "hotp",
        algorithm: fields["\(prefix)-Algorithm"]?.string,
        digits: figure("Length"),
        period: figure("Period"),
        counter: figure("Counter")
      )
      return draft
    }
    return nil
  }
}

/// KeePass's and KeePassXC's XML.
enum KeePassXML: FormatReader {
  static let format = Format.keePassXML

  static func recognises(_ document: Document) -> Bool {
    document.xml?.name == "KeePassFile"
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    guard let root = document.xml else { throw .damaged(format, .structure) }
    return KeePassTree.drafts(in: root) { $0.text }
  }
}
