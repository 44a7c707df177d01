// SPDX-License-Identifier: MIT
import OTPCore
import Secrets
import Testing

@Suite struct Quick {
  func hex<H: HashFunction>(_ h: H.Type, _ s: String) -> String {
    var x = H(); x.update(s.utf8.span)
    var st = [UInt8](repeating: 0, count: H.digestByteCount)
    var d = st.mutableSpan
    x.finish(into: &d)
    var r = ""
    for b in st { r += (b < 16 ? "0" : "") + String(b, radix: 16) }
    return r
  }
  @Test func q() throws {
    #expect(hex(SHA1.self, "abc") == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(hex(SHA256.self, "abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(hex(SHA512.self, "abc").hasPrefix("ddaf35a193617abacc417349ae204131"))
    let k = "12345678901234567890"
    let t = try Token(label: Label(issuer: "", account: "x"), secret: Secret(SecretBytes(copying: k.utf8.span)),
      generator: .totp(algorithm: .sha1, digits: Digits(8), period: Period(seconds: 30)))
    #expect(try t.code(at: UnixTime(seconds: 59)).text == "94287082")
    #expect(t.code(counter: 1).text == "94287082")
    print(try t.code(at: UnixTime(seconds: 59)))
  }
}
