// SPDX-License-Identifier: MIT
import OTPCore
package import Secrets

/// Finds out what a file is, by its content.
package enum Detection {
  /// Every format that comes in, the ones with the clearest marks first.
  static let readers: [any FormatReader.Type] = [
    Aegis.self, TwoFAS.self, Bitwarden.self, Ente.self, Stratum.self, FreeOTPPlus.self,
    Proton.self, FreeOTP.self, FreeOTP2.self, Authy.self, BattleNet.self, LastPass.self,
    SteamGuard.self, Duo.self, KeePass.self, KeePassXML.self, Cotp.self, GoogleDatabase.self,
    MicrosoftDatabase.self, OnePassword.self,
    AuthenticatorPlus.self, Raivo.self, WinAuth.self, BitwardenCSV.self,
    PlainCSV.self, OnePasswordCSV.self, KeePassCSV.self, OTPAuthList.self, TwoFA.self,
    TOTPCLI.self, GauthCSV.self, TOTPAuthenticator.self, AndOTP.self, OTPClient.self,
  ]
}

extension Backup {
  /// The most bytes that a file may have.
  package static let mostBytes = 32 << 20
  /// The most entries that a file may have.
  package static let mostEntries = 100_000

  /// Reads a file of another app.
  ///
  /// - Parameters:
  ///   - file: its bytes.
  ///   - password: what opens it, where that is needed.
  ///   - format: what it is, or `nil` to find out.
  /// - Returns: what is in it.
  /// - Throws: ``InterchangeError``.
  package static func decode(
    _ file: Secret,
    password: Secret?,
    as format: Format? = nil
  ) throws(InterchangeError) -> Backup {
    guard file.count > 0 else { throw .empty }
    guard file.count <= mostBytes else { throw .tooLarge(.contents, limit: mostBytes) }
    let document = try Document(file)
    let reader =
      if let format {
        Detection.readers.first { $0.format == (format == .google ? .otpauth : format) }
      } else {
        Detection.readers.first { $0.recognises(document) }
      }
    guard let reader else { throw .unknown(document.resemblance) }
    let drafts = try reader.drafts(in: document, password: password)
    guard drafts.count <= mostEntries else { throw .tooLarge(.entries, limit: mostEntries) }
    return Backup(
      format: reader.format,
      entries: Draft.entries(drafts),
      droppedIcons: drafts.contains(where: \.hadIcon),
      parts: reader.format == .otpauth ? OTPAuthList.parts(in: document) : []
    )
  }
}

extension Document {
  /// What a file of no known format looks like.
  var resemblance: InterchangeError.Resemblance {
    if json != nil { return .json }
    if xml != nil { return .xml }
    return bytes.withBytes { bytes in
      let pictures: [[UInt8]] = [
        [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], [0x47, 0x49, 0x46, 0x38], [0x42, 0x4D],
        [0x49, 0x49, 0x2A, 0x00], [0x4D, 0x4D, 0x00, 0x2A],
      ]

      if pictures.contains(where: { bytes.begins(with: $0) }) { return .picture }
      if bytes.begins(with: "RIFF") && bytes.begins(with: "WEBP", at: 8) { return .picture }
      if bytes.begins(with: "ftyp", at: 4) { return .picture }
      if bytes.begins(with: "PK\u{3}\u{4}") { return .archive }
      if bytes.begins(with: "SQLite format 3") { return .database }
      if bytes.begins(with: "totpvault") { return .vault }
      if bytes.begins(with: "-----BEGIN PGP") { return .openPGP }
      if isText(bytes) { return table == nil ? .text : .table }
      let programs: [[UInt8]] = [
        [0x7F, 0x45, 0x4C, 0x46], [0x25, 0x50, 0x44, 0x46], [0x1F, 0x8B], [0x37, 0x7A, 0xBC, 0xAF],
        [0xFD, 0x37, 0x7A, 0x58], [0x42, 0x5A, 0x68], [0x28, 0xB5, 0x2F, 0xFD], [0x4D, 0x5A],
      ]
      if programs.contains(where: { bytes.begins(with: $0) }) { return .other }
      // Ciphertext has a zero in 256 bytes.
      let zeros = bytes.indices.count { bytes[$0] == 0 }
      if zeros > 8 + bytes.count / 32 { return .other }
      return .bytes
    }
  }

  /// Whether the bytes are UTF-8 without control characters.
  private func isText(_ bytes: Span<UInt8>) -> Bool {
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == 0x7F || byte < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D].contains(byte) { return false }
    }
    return String(
      validating: [UInt8](capacity: bytes.count) { $0.append(contentsOf: bytes) },
      as: UTF8.self
    ) != nil
  }
}
