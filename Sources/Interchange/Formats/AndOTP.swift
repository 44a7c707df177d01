// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// andOTP: a JSON list; encrypted, bytes without any mark.
///
/// Newer: rounds as four bytes, most significant first, 12 bytes of salt, 12 of nonce, AES-GCM under
/// PBKDF2-HMAC-SHA-1. Older: nonce and AES-GCM under SHA-256 of the password.
enum AndOTP: FormatReader {
  static let format = Format.andOTP

  private static let saltByteCount = 12
  private static let nonceByteCount = 12
  private static let plausibleRounds: ClosedRange<Int64> = 1...2_000_000

  static func recognises(_ document: Document) -> Bool {
    guard let elements = document.json?.elements else {
      // An encrypted backup has no mark at all: it is what is left when nothing else fits.
      return document.bytes.count >= nonceByteCount + Cipher.tagByteCount
        && document.resemblance == .bytes
    }
    // OTPClient's are alike, but for the name of the algorithm.
    return elements.contains { $0.has("secret", "label", "type") && !$0.has("algo") }
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    if let json = document.json { return try drafts(json) }
    let password = try needed(password)
    if let plain = try newer(document.bytes, password) ?? older(document.bytes, password) {
      return try drafts(json(plain))
    }
    throw .wrongPassword(format)
  }

  private static func drafts(_ json: JSONValue?) throws(InterchangeError) -> [Draft] {
    try json.list(format).map(draft)
  }

  private static func newer(_ file: Secret, _ password: Secret) throws(InterchangeError) -> Secret?
  {
    let head = 4 + saltByteCount + nonceByteCount
    guard file.count >= head + Cipher.tagByteCount else { return nil }
    let rounds = file.withBytes { bytes in
      (0..<4).reduce(Int64(0)) { $0 << 8 | Int64(bytes[$1]) }
    }
    guard plausibleRounds.contains(rounds) else { return nil }
    let key = try Secret.pbkdf2(
      password,
      .sha1,
      salt: file.part(4..<(4 + saltByteCount)),
      rounds: rounds,
      format
    )
    return Secret.openedGCM(
      file.part(head..<file.count),
      key: key,
      nonce: file.part((4 + saltByteCount)..<head)
    )
  }

  private static func older(_ file: Secret, _ password: Secret) -> Secret? {
    guard file.count >= nonceByteCount + Cipher.tagByteCount else { return nil }
    let key = Secret(password.withBytes { Hashing.sha256.digest($0) })
    return Secret.openedGCM(
      file.part(nonceByteCount..<file.count),
      key: key,
      nonce: file.part(0..<nonceByteCount)
    )
  }

  private static func draft(_ entry: JSONValue) -> Draft {
    let text = entry["label"]?.string ?? ""
    var draft = Draft(issuer: nil, account: nil)
    // Older versions kept both in the label, and some the issuer beside it too.
    if entry["issuer"] == nil, let dash = text.range(of: " - ") {
      draft.label = Label(
        text: String(text[dash.upperBound...]),
        issuer: String(text[..<dash.lowerBound])
      )
    } else {
      draft.label = Label(text: text, issuer: entry["issuer"]?.string ?? "")
    }
    draft.text = entry["secret"]?.text
    draft.generator = Generator.checked(
      type: entry["type"]?.string,
      algorithm: entry["algorithm"]?.string,
      digits: entry["digits"]?.figure,
      period: entry["period"]?.figure,
      counter: entry["counter"]?.figure
    )
    draft.tags = entry["tags"]?.elements?.compactMap(\.string) ?? []
    return draft
  }
}

extension String {
  /// Finds a text in this one.
  func range(of text: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
