// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// FreeOTP: Android preferences whose strings are tokens in JSON.
enum FreeOTP: FormatReader {
  static let format = Format.freeOTP

  static func recognises(_ document: Document) -> Bool {
    AndroidPreferences.strings(in: document).contains { string in
      string.text.withBytes { $0.contains("\"issuerExt\"") || $0.contains("\"algo\"") }
    }
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    var drafts: [Draft] = []
    for string in AndroidPreferences.strings(in: document) where string.name != "tokenOrder" {
      guard let json = try? string.text.withBytes(JSONReader.document) else {
        drafts.append(.rejected(.malformed, account: string.name))
        continue
      }
      drafts.append(draft(json, pastCounter: true))
    }
    return drafts
  }

  /// Reads a token as FreeOTP has it in all its versions; what is absent is the default.
  ///
  /// - Parameters:
  ///   - entry: the token.
  ///   - pastCounter: whether the counter is the last one used, as before version 2.
  /// - Returns: the draft.
  static func draft(_ entry: JSONValue, pastCounter: Bool) -> Draft {
    var draft = Draft(
      issuer: entry["issuerExt"]?.string ?? entry["issuerInt"]?.string,
      account: entry["label"]?.string
    )
    let type = entry["type"]?.string ?? "TOTP"
    draft.text = try? entry["secret"].signedBytes(format)
    draft.encoding = .bytes
    let counter = (entry["counter"]?.integer ?? 0).addingReportingOverflow(pastCounter ? 1 : 0)
    draft.generator =
      counter.overflow
      ? .failure(.otp(.invalidItem("counter")))
      : Generator.checked(
        type: type,
        algorithm: entry["algo"]?.string,
        digits: entry["digits"]?.figure,
        period: entry["period"]?.figure,
        counter: counter.partialValue
      )
    draft.hadIcon = entry["image"] != nil
    return draft
  }
}

/// FreeOTP+: JSON with `tokens`.
enum FreeOTPPlus: FormatReader {
  static let format = Format.freeOTPPlus

  static func recognises(_ document: Document) -> Bool {
    document.json?["tokens"]?.elements?.contains { $0.has("secret", "label") } == true
      || document.json?.has("tokens", "tokenOrder") == true
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    try (document.json?["tokens"]).list(format).map { FreeOTP.draft($0, pastCounter: true) }
  }
}

/// Android's preferences: a map of named values in XML.
enum AndroidPreferences {
  /// The named strings of a document, none when it is something else.
  static func strings(in document: Document) -> [(name: String, text: Secret)] {
    guard let map = document.xml, map.name == "map" else { return [] }
    var strings: [(name: String, text: Secret)] = []
    for element in map.children where element.name == "string" {
      strings.append((element["name"]?.string ?? "", element.text))
    }
    return strings
  }
}
