// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// Duo Mobile: a JSON list; an entry with a counter is HOTP.
enum Duo: FormatReader {
  static let format = Format.duo

  static func recognises(_ document: Document) -> Bool {
    document.json?.elements?.contains { $0.has("otpGenerator") } == true
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    try document.json.list(format).map { entry in
      let otp = entry["otpGenerator"]
      var draft = Draft(issuer: nil, account: entry["name"]?.string)
      draft.text = otp?["otpSecret"]?.text
      draft.generator = Generator.checked(
        type: otp?["counter"] == nil ? "totp" : "hotp",
        counter: otp?["counter"]?.figure
      )
      draft.hadIcon = entry["logoUri"] != nil
      return draft
    }
  }
}
