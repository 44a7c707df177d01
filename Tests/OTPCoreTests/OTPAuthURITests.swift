// SPDX-License-Identifier: MIT
import OTPCore
import Secrets
import TestKit
import Testing

@Suite("otpauth URIs")
struct OTPAuthURITests {
  @Test(
    "mean what the format's page says",
    arguments: try VectorCase.all(
      in: "keyuri",
      keys: [
        "uri", "type", "issuer", "account", "secret", "algorithm", "digits", "period", "counter",
      ],
      bundle: .module
    )
  )
  func readsExamples(vector: VectorCase) throws {
    let token = try Token.reading(try vector.text("uri"))
    #expect(token.label.issuer == (try vector.text("issuer")))
    #expect(token.label.account == (try vector.text("account")))
    #expect(token.secret.array == (try vector.bytes("secret")))
    #expect(token.generator.typeName == (try vector.text("type")))
    #expect(token.generator.algorithm.rawValue == (try vector.text("algorithm")))
    #expect(Int64(token.generator.codeLength) == (try vector.integer("digits")))
    if vector.has("counter") {
      #expect(token.generator.counter == Counter(UInt64(try vector.integer("counter"))))
    } else {
      #expect(token.generator.period?.seconds == (try vector.integer("period")))
    }
  }

  /// T5: `J` is the secret; all of them print 324550.
  @Test(
    "part issuer and account as sites mean them",
    arguments: [
      ("otpauth://totp/foo%3abar?issuer=foo&secret=J&", "foo", "bar"),
      (
        "otpauth://totp/Cloudflare:%20user@example.com?secret=J&issuer=Cloudflare",
        "Cloudflare", "user@example.com"
      ),
      (
        "otpauth://totp/Cloudflare: user@example.com?secret=J&issuer=Cloudflare",
        "Cloudflare", "user@example.com"
      ),
      (
        "otpauth://totp/Some+Company%3ame%40example.net?secret=J&issuer=Microsoft",
        "Microsoft", "me@example.net"
      ),
      (
        "otpauth://totp/Text%3A%20More%20Text:Secret?secret=J&issuer=Text%3A%20More%20Text",
        "Text: More Text", "Secret"
      ),
      ("otpauth://totp/Text%3A%20More%20Text:Secret?secret=J&", "Text: More Text", "Secret"),
      (
        "otpauth://totp/BestService?algorithm=SHA1&digits=6&period=30&secret=J&",
        "", "BestService"
      ),
      ("otpauth://totp/?secret=J&", "", ""),
      ("otpauth://totp?secret=J&", "", ""),
      ("otpauth://totp/?secret=J&issuer=Bank", "Bank", ""),
      ("otpauth://totp/M%C3%BCnze:%C3%A9?secret=J&issuer=M%C3%BCnze", "Münze", "é"),
      ("otpauth://totp/არა:é?secret=J&issuer=არა", "არა", "é"),
      (
        "otpauth://totp/%E5%96%B5%20%E3%81%A8%20Nyaa%20%28https://old.example%29:user?secret=J&"
          + "issuer=%E5%96%B5+%E3%81%A8+Nyaa+%28https%3A%2F%2Fold.example%29",
        "喵 と Nyaa (https://old.example)", "user"
      ),
      ("OTPAUTH://TOTP/a?SECRET=JBSWY3DPEHPK3PXP&Digits=6", "", "a"),
      ("otpauth://totp/a?secret=J&image=https%3A%2F%2Fx%2Fy.png", "", "a"),
      (" \totpauth://totp/a?secret=J&\r\n", "", "a"),
      ("otpauth://totp/a/b:c?secret=J&", "a/b", "c"),
      ("otpauth://totp/X:alice:bob?secret=J&issuer=X", "X", "alice:bob"),
      ("otpauth://totp/:a%3Ab?secret=J&", "", "a:b"),
      ("otpauth://totp/a?secret=J&#digits=8", "", "a"),
      ("otpauth://totp/a?&&secret=J&&x&=y", "", "a"),
      ("otpauth://totp/a?secret=J&issuer=&digits=&period=&algorithm=&encoder=", "", "a"),
    ]
  )
  func partsLabels(uri: String, issuer: String, account: String) throws {
    let token = try Token.reading(uri)
    #expect(Array(token.label.issuer.utf8) == Array(issuer.utf8))
    #expect(Array(token.label.account.utf8) == Array(account.utf8))
    #expect(try token.code(at: .example).text == "324550")
  }

  @Test("keep decomposed letters decomposed")
  func keepsDecomposed() throws {
    let token = try Token.reading("otpauth://totp/e%CC%81?secret=J&")
    #expect(Array(token.label.account.unicodeScalars) == ["e", "\u{301}"])
  }

  /// T1, T2 and T6.
  @Test(
    "honour every item",
    arguments: [
      ("otpauth://totp/x?secret=JBSW%20Y3DP%20EHPK%203PXP", "324550"),
      ("otpauth://totp/x?secret=JBSW+Y3DP-EHPK%C2%A03PXP", "324550"),
      ("otpauth://totp/x?secret=AAAQEAYEAUDAOCAJBIFQYDIOB4%3D%3D%3D%3D%3D%3D", "533754"),
      ("otpauth://totp/x?secret=AAAQEAYEAUDAOCAJBIFQYDIOB4======", "533754"),
      ("otpauth://totp/x?secret=J&algorithm=sha256", "049486"),
      ("otpauth://totp/x?secret=J&algorithm=SHA-256", "049486"),
      ("otpauth://totp/x?secret=J&algorithm=HmacSHA256", "049486"),
      ("otpauth://totp/x?secret=J&algorithm=SHA512", "045688"),
      ("otpauth://totp/x?secret=J&digits=8", "02324550"),
      ("otpauth://totp/x?secret=J&digits=8&period=60&algorithm=SHA256", "71205722"),
      ("otpauth://totp/x?secret=J&digits=7&period=10", "7876561"),
      ("otpauth://totp/x?secret=J&period=15", "589914"),
      ("otpauth://totp/x?secret=R&digits=10", "1681921300"),
      ("otpauth://totp/x?secret=J&counter=abc", "324550"),
      ("otpauth://steam/Steam:x?secret=J&", "2KM2P"),
      ("otpauth://totp/Steam:x?secret=J&encoder=steam", "2KM2P"),
      ("otpauth://totp/Steam:x?secret=J&issuer=Steam&digits=5&encoder=STEAM", "2KM2P"),
      ("otpauth://steam/Steam:x?secret=J&digits=6&algorithm=SHA1", "2KM2P"),
      ("steam://JBSWY3DPEHPK3PXP", "2KM2P"),
      ("STEAM://jbswy3dpehpk3pxp/\n", "2KM2P"),
    ]
  )
  func honoursItems(uri: String, code: String) throws {
    #expect(try Token.reading(uri).code(at: .example).text == code)
  }

  @Test("of Steam's own scheme are named after it")
  func namesSteam() throws {
    #expect(try Token.reading("steam://J7").label == Label(issuer: "Steam", account: ""))
  }

  /// T9: the counter may stand anywhere; without one a token is fresh.
  @Test(
    "take the counter from any place",
    arguments: [
      ("otpauth://hotp/Bank:x?secret=R&counter=3", 3),
      ("otpauth://hotp/Bank:x?secret=R&counter=3&issuer=Bank", 3),
      ("otpauth://hotp/Bank:x?counter=3&secret=R&period=0", 3),
      ("otpauth://hotp/Bank:x?secret=R&", 0),
      ("otpauth://hotp/Bank:x?secret=R&counter=18446744073709551615", UInt64.max),
    ] as [(String, UInt64)]
  )
  func takesCounter(uri: String, counter: UInt64) throws {
    #expect(try Token.reading(uri).generator.counter == Counter(counter))
  }

  /// T3 and T5h.
  @Test(
    "are refused for what can't be honoured",
    arguments: [
      ("otpauth://totp/x?issuer=y", .missingItem("secret")),
      ("otpauth://totp/x", .missingItem("secret")),
      ("otpauth://totp/x?secret", .missingItem("secret")),
      ("otpauth://totp/x?secret=", .missingItem("secret")),
      ("otpauth://totp/x?secret=%20", .emptySecret),
      ("otpauth://totp/x?secret=JBSWY3DP!1", .invalidBase32(offset: 8)),
      ("otpauth://totp/x?secret=A", .impossibleBase32Length(count: 1)),
      ("otpauth://totp/x?secret=J&digits=99", .digitsOutOfRange(99)),
      ("otpauth://totp/x?secret=J&digits=0", .digitsOutOfRange(0)),
      ("otpauth://totp/x?secret=J&digits=six", .invalidItem("digits")),
      ("otpauth://totp/x?secret=J&digits=99999999999999999999", .invalidItem("digits")),
      ("otpauth://totp/x?secret=J&period=0", .periodOutOfRange(0)),
      ("otpauth://totp/x?secret=J&period=-5", .periodOutOfRange(-5)),
      ("otpauth://totp/x?secret=J&period=86401", .periodOutOfRange(86_401)),
      ("otpauth://totp/x?secret=J&period=30.5", .invalidItem("period")),
      ("otpauth://totp/x?secret=J&period=+30", .invalidItem("period")),
      ("otpauth://totp/x?secret=J&algorithm=MD5X", .unknownAlgorithm),
      ("otpauth://steam/x?secret=J&algorithm=SHA256", .unknownAlgorithm),
      ("otpauth://totp/x?secret=J&encoder=other", .invalidItem("encoder")),
      ("otpauth://hotp/x?secret=J&encoder=steam", .invalidItem("encoder")),
      ("otpauth://hotp/x?secret=J&counter=abc", .invalidItem("counter")),
      ("otpauth://hotp/x?secret=J&counter=-1", .invalidItem("counter")),
      ("otpauth://hotp/x?secret=J&counter=18446744073709551616", .invalidItem("counter")),
      ("otpauth://totp/x?secret=J&secret=J&", .repeatedItem("secret")),
      ("otpauth://totp/x?secret=J&SECRET=", .repeatedItem("secret")),
      ("otpauth://totp/x?secret=J&digits=6&digits=6", .repeatedItem("digits")),
      ("otpauth://foo/x?secret=J&", .unknownURIType),
      ("otpauth:///x?secret=J&", .unknownURIType),
      ("otpauth://totp:80/x?secret=J&", .unknownURIType),
      ("otpauth://totpx/x?secret=J&", .unknownURIType),
      ("otpauth://", .unknownURIType),
      ("otpauth:/totp/x?secret=J&", .notATokenURI),
      ("https://example.com/?secret=J&", .notATokenURI),
      ("otpauth-migration://offline?data=AA", .notATokenURI),
      ("JBSWY3DPEHPK3PXP", .notATokenURI),
      ("", .notATokenURI),
      ("otpauth://totp/100%?secret=J&", .invalidEncoding("label")),
      ("otpauth://totp/%FF?secret=J&", .invalidEncoding("label")),
      ("otpauth://totp/x?secret=J&issuer=%C3", .invalidEncoding("issuer")),
      ("otpauth://totp/x?secret=%4", .invalidEncoding("secret")),
      ("steam://", .emptySecret),
      ("steam://0", .invalidBase32(offset: 0)),
    ] as [(String, OTPError)]
  )
  func refuses(uri: String, error: OTPError) {
    #expect(throws: error) { _ = try Token.reading(uri) }
  }

  @Test(
    "are written with every item, once",
    arguments: [
      (
        "otpauth://totp/x?secret=jbsw-y3dp-ehpk-3pxp",
        "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30"
      ),
      (
        "otpauth://hotp/Bank:x?counter=3&secret=JBSWY3DPEHPK3PXP&issuer=Bank",
        "otpauth://hotp/Bank:x?secret=JBSWY3DPEHPK3PXP&issuer=Bank&algorithm=SHA1&digits=6"
          + "&counter=3"
      ),
      (
        "steam://JBSWY3DPEHPK3PXP",
        "otpauth://totp/Steam:?secret=JBSWY3DPEHPK3PXP&issuer=Steam&digits=5&period=30"
          + "&encoder=steam"
      ),
      (
        "otpauth://totp/M%C3%BC:a b+c?secret=JBSWY3DPEHPK3PXP&algorithm=sha-512",
        "otpauth://totp/M%C3%BC:a%20b%2Bc?secret=JBSWY3DPEHPK3PXP&issuer=M%C3%BC&algorithm=SHA512"
          + "&digits=6&period=30"
      ),
      (
        "otpauth://totp/:a%3Ab?secret=JBSWY3DPEHPK3PXP",
        "otpauth://totp/:a%3Ab?secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30"
      ),
    ]
  )
  func writesEveryItem(uri: String, expected: String) throws {
    let written = try Token.reading(uri).uri()
    #expect(written.string == expected)
  }

  @Test("are not written for a counter that is spent", arguments: [UInt64.max, UInt64(Int64.max)])
  func refusesSpentCounter(counter: UInt64) throws {
    let generator = Generator.hotp(
      algorithm: .sha1,
      digits: .six,
      counter: Counter(counter).advanced()
    )
    let token = try Token(Example.rfc, generator)
    #expect(throws: OTPError.counterSpent) { _ = try token.uri() }
  }

  @Test("give the token back that was written", arguments: 0..<300)
  func readsBack(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let token = try Token.random(using: &random)
    let written = try token.uri()
    let read = try Token(uri: written.span)
    #expect(read.facts == token.facts)
    let again = try read.uri()
    #expect(again.string == written.string)
  }
}
