// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// Battle.net: Android preferences whose secret and serial number are masked by fixed bytes.
enum BattleNet: FormatReader {
  static let format = Format.battleNet

  private static let secretSuffix = "AUTHENTICATOR_DEVICE_SECRET"
  private static let serialSuffix = "AUTHENTICATOR_SERIAL"
  private static let mask: [UInt8] = [
    0x39, 0x8E, 0x27, 0xFC, 0x50, 0x27, 0x6A, 0x65, 0x60, 0x65, 0xB0, 0xE5, 0x25, 0xF4, 0xC0, 0x6C,
    0x04, 0xC6, 0x10, 0x75, 0x28, 0x6B, 0x8E, 0x7A, 0xED, 0xA5, 0x9D, 0xA9, 0x81, 0x3B, 0x5D, 0xD6,
    0xC8, 0x0D, 0x2F, 0xB3, 0x80, 0x68, 0x77, 0x3F, 0xA5, 0x9B, 0xA4, 0x7C, 0x17, 0xCA, 0x6C, 0x64,
    0x79, 0x01, 0x5C, 0x1D, 0x5B, 0x8B, 0x8F, 0x6B, 0x9A,
  ]

  static func recognises(_ document: Document) -> Bool {
    AndroidPreferences.strings(in: document).contains { $0.name.hasSuffix(secretSuffix) }
  }

  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft] {
    let strings = AndroidPreferences.strings(in: document)
    guard let secret = strings.first(where: { $0.name.hasSuffix(secretSuffix) }) else {
      throw .damaged(format, .entries)
    }
    let serial = strings.first { $0.name.hasSuffix(serialSuffix) }.flatMap { unmasked($0.text) }
    var draft = Draft(issuer: "Battle.net", account: serial?.string)
    draft.text = unmasked(secret.text)
    draft.encoding = .hexadecimal
    draft.generator = Generator.checked(type: "totp", digits: 8)
    return [draft]
  }

  private static func unmasked(_ text: Secret) -> Secret? {
    guard let bytes = text.withBytes(Hexadecimal.decode), bytes.count <= mask.count else {
      return nil
    }
    return Secret(
      SecretBytes(capacity: bytes.count) { output in
        for index in 0..<bytes.count { output.append(bytes.span[index] ^ mask[index]) }
      }
    )
  }
}
