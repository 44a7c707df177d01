// SPDX-License-Identifier: MIT
import Foundation
import Interchange
import OTPCore
import Testing

/// The collection of other apps' own files beside the project, where it is present.
@Suite struct SampleTests {
  /// A file, what opens it, and the tokens in it, in any order.
  struct Sample: CustomTestStringConvertible, Sendable {
    let file: String
    let password: String?
    let format: Format
    let tokens: [String]

    var testDescription: String { file }
  }

  private static let t1 = "totp 4SJHB4GSD43FZBAI7C2HLRJGPQ SHA1 6 30 s [Deno] [Mason]"
  private static let t2 = "totp 5OM4WOOGPLQEF6UGN3CPEOOLWU SHA256 7 20 s [SPDX] [James]"
  private static let t3 = "totp 7ELGJSGXNCCTV3O6LKJWYFV2RA SHA512 8 50 s [Airbnb] [Elijah]"
  private static let t4 = "hotp YOOMIXWS5GN6RTBPUFFWKTW5M4 SHA1 6 counter 1 [Issuu] [James]"
  private static let t5 =
    "hotp KUVJJOM753IHTNDSZVCNKL7GII SHA256 7 counter 50 [Air Canada] [Benjamin]"
  private static let t6 = "hotp 5VAML3X35THCEBVRLV24CGBKOY SHA512 8 counter 10300 [WWE] [Mason]"
  private static let t7 = "steam JRZCL47CMXVOQMNPZR2F7J4RGI SHA1 5 30 s [Boeing] [Sophia]"
  private static let all = [t1, t2, t3, t4, t5, t6, t7]

  /// The tokens by number as default TOTP, as formats without parameters have them.
  private static func plain(_ numbers: Int...) -> [String] {
    let labels = [
      "4SJHB4GSD43FZBAI7C2HLRJGPQ|[Deno] [Mason]", "5OM4WOOGPLQEF6UGN3CPEOOLWU|[SPDX] [James]",
      "7ELGJSGXNCCTV3O6LKJWYFV2RA|[Airbnb] [Elijah]", "YOOMIXWS5GN6RTBPUFFWKTW5M4|[Issuu] [James]",
      "KUVJJOM753IHTNDSZVCNKL7GII|[Air Canada] [Benjamin]",
      "5VAML3X35THCEBVRLV24CGBKOY|[WWE] [Mason]", "JRZCL47CMXVOQMNPZR2F7J4RGI|[Boeing] [Sophia]",
    ]
    return numbers.map { number in
      let parts = labels[number - 1].split(separator: "|").map(String.init)
      return "totp \(parts[0]) SHA1 6 30 s \(parts[1])"
    }
  }

  private static func sample(
    _ file: String,
    _ format: Format,
    _ password: String?,
    _ tokens: [String]
  ) -> Sample {
    Sample(file: file, password: password, format: format, tokens: tokens)
  }

  private static func sample(_ file: String, _ format: Format, _ tokens: [String]) -> Sample {
    sample(file, format, nil, tokens)
  }

  private static let schema2 = [
    t1, t3, "totp YOOMIXWS5GN6RTBPUFFWKTW5M4 SHA1 6 30 s [Issuu] [James]",
    "totp 5VAML3X35THCEBVRLV24CGBKOY SHA512 8 30 s [WWE] [Mason]",
  ]
  private static let freeOTP2 = [t1, t2, t3, t4, t5, t6]
  private static let authy = [
    t1, "totp 5OM4WOOGPLQEF6UGN3CPEOOLWU SHA1 7 30 s [SPDX] [James]",
    "totp 7ELGJSGXNCCTV3O6LKJWYFV2RA SHA1 8 30 s [Airbnb] [Elijah]",
  ]
  private static let googleRows = [
    t4, "hotp KUVJJOM753IHTNDSZVCNKL7GII SHA1 6 counter 50 [Air Canada] [Benjamin]",
    "hotp 5VAML3X35THCEBVRLV24CGBKOY SHA1 6 counter 10300 [WWE] [Mason]",
  ]
  private static func bitwardenSteam(_ name: String) -> String {
    "steam JRZCL47CMXVOQMNPZR2F7J4RGI SHA1 5 30 s [\(name)] []"
  }
  private static let steam = ["steam JRZCL47CMXVOQMNPZR2F7J4RGI SHA1 5 30 s [Steam] [Sophia]"]

  static let samples = [
    sample("aegis_plain.json", .aegis, all),
    sample("aegis_encrypted.json", .aegis, "test", all),
    sample("2fas_authenticator.json", .twoFAS, plain(1, 2, 3, 4, 5, 6)),
    sample("2fas_authenticator_plain.2fas", .twoFAS, schema2),
    sample("2fas_authenticator_encrypted.2fas", .twoFAS, "test", schema2),
    sample("2fas_authenticator_plain_v3.2fas", .twoFAS, [t1, t2, t3, t4, t5, t6]),
    sample("2fas_authenticator_encrypted_v3.2fas", .twoFAS, "test", [t1, t2, t3, t4, t5, t6]),
    sample("2fas_authenticator_plain_v4.2fas", .twoFAS, [t1, t4, t5, t6, t7]),
    sample("2fas_authenticator_encrypted_v4.2fas", .twoFAS, "test", [t1, t4, t5, t6, t7]),
    sample("andotp_plain.json", .andOTP, all),
    sample(
      "aegis_plain_grouped_v2.json",
      .aegis,
      [
        "\(t1) tags group1", t2, "\(t3) tags group1", "\(t4) tags group2", t5, t6, t7,
      ]
    ),
    sample(
      "aegis_bad_entries.json",
      .aegis,
      [
        "rejected T:badb32: otp(OTPCore.OTPError.invalidBase32(offset: 8))",
        "rejected T:empty: otp(OTPCore.OTPError.emptySecret)",
        "rejected T:d99: otp(OTPCore.OTPError.digitsOutOfRange(99))",
        "rejected T:p0: otp(OTPCore.OTPError.periodOutOfRange(0))",
        "totp JBSWY3DPEHPK3PXP SHA1 6 30 s [T] [lower]",
        "rejected T:md5: otp(OTPCore.OTPError.unknownAlgorithm)",
      ]
    ),
    sample("andotp_encrypted.bin", .andOTP, "test", all),
    sample("andotp_encrypted_old.bin", .andOTP, "test", [t1, t2, t3, t4, t5, t6]),
    sample("authenticator_plus.zip", .authenticatorPlus, "testtesttest", all),
    sample("authy_plain.xml", .authy, authy),
    sample("authy_encrypted.xml", .authy, "testtest", authy),
    sample(
      "battle_net_authenticator.xml",
      .battleNet,
      ["totp BMGRXPGFARQQF4GMT25JATL2VYLAHDBI SHA1 8 30 s [Battle.net] [US-2211-2050-3346]"]
    ),
    sample("bitwarden.csv", .bitwardenCSV, [t1, t2, t3, bitwardenSteam("Test 4")]),
    sample("bitwarden.json", .bitwarden, [t1, t2, t3, bitwardenSteam("Test Steam")]),
    sample(
      "duo.json",
      .duo,
      [
        "totp 4SJHB4GSD43FZBAI7C2HLRJGPQ SHA1 6 30 s [] [Mason]",
        // The file itself says 3.
        "hotp YOOMIXWS5GN6RTBPUFFWKTW5M4 SHA1 6 counter 3 [] [James]",
      ]
    ),
    sample("ente_auth.txt", .otpauth, all),
    sample("freeotp.xml", .freeOTP, [t1, t3, t4, t6]),
    sample("freeotp_v2_api23.xml", .freeOTP2, "test", freeOTP2),
    sample("freeotp_v2_api25.xml", .freeOTP2, "test", freeOTP2),
    sample("freeotp_v2_api27.xml", .freeOTP2, "test", freeOTP2),
    sample("freeotp_v2_api34.xml", .freeOTP2, "test", freeOTP2),
    sample("freeotp_v2_null_algo.xml", .freeOTP2, "test", [t1]),
    sample("freeotp_plus.json", .freeOTPPlus, [t1, t2, t3, t4, t5, t6]),
    sample("google_authenticator.sqlite", .googleDatabase, plain(1, 2, 3) + googleRows),
    sample("microsoft_authenticator.sqlite", .microsoft, plain(1, 2, 3, 4, 5, 6, 7)),
    sample("plain.txt", .otpauth, all),
    sample("proton_authenticator.json", .proton, [t1, t2, t3]),
    sample("steam.json", .steam, steam),
    sample("steam_old.json", .steam, steam),
    sample("stratum_plain.json", .stratum, all),
    sample("stratum_encrypted.bin", .stratum, "test", all),
    sample("stratum_encrypted_legacy.bin", .stratum, "test", all),
    sample(
      "totp_authenticator.bin",
      .totpAuthenticator,
      "Testtest1",
      [
        "totp 4SJHB4GSD43FZBAI7C2HLRJGPQ SHA1 6 30 s [Deno] [mason]",
        "totp 5OM4WOOGPLQEF6UGN3CPEOOLWU SHA1 6 30 s [SPDX] [james]",
        "totp 7ELGJSGXNCCTV3O6LKJWYFV2RA SHA1 6 30 s [Airbnb] [elijah]",
      ]
    ),
  ]

  private static let folder = URL(filePath: #filePath)
    .appending(path: "../../../../shared/backups").standardizedFileURL

  private static let isPresent = FileManager.default.fileExists(atPath: folder.path)

  private func decode(_ file: String, _ password: String?) throws -> Backup {
    let data = try Data(contentsOf: Self.folder.appending(path: file))
    return try Backup.decode(secret(data), password: password.map(secret))
  }

  @Test(.enabled(if: isPresent, "the backups beside the project are not here"), arguments: samples)
  func readsEveryField(of sample: Sample) throws {
    let backup = try decode(sample.file, sample.password)
    #expect(backup.format == sample.format)
    #expect(backup.entries.map(described).sorted() == sample.tokens.sorted())
  }

  @Test(
    .enabled(if: isPresent, "the backups beside the project are not here"),
    arguments: samples.filter { $0.password != nil }
  )
  func asksForAPasswordAndRefusesAWrongOne(_ sample: Sample) throws {
    #expect(throws: InterchangeError.passwordNeeded(sample.format)) {
      try decode(sample.file, nil)
    }
    #expect(throws: InterchangeError.wrongPassword(sample.format)) {
      try decode(sample.file, "wrong")
    }
  }
}
