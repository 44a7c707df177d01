// SPDX-License-Identifier: MIT
import OTPCore
import Secrets
import TestKit
import Testing

@Suite("Google's exports")
struct MigrationURITests {
  /// T16: three tokens in batch 0 of 1, export 12345.
  static let data =
    "CjYKCkhlbGxvId6tvu8SGUV4YW1wbGU6YWxpY2VAZXhhbXBsZS5jb20aB0V4YW1wbGUgASgBMAIKJgoUMTIzNDU2Nzg5"
    + "MDEyMzQ1Njc4OTASBGJhbmsaACABKAIwATgFCi8KFDEyMzQ1Njc4OTAxMjM0NTY3ODkwEglNw7xuemU6w6kaBk3DvG56"
    + "ZSACKAEwAhABGAEgACi5YA=="

  private func batch(_ data: String) throws -> MigrationBatch {
    let uri = "otpauth-migration://offline?data=\(data)"
    return try MigrationURI.batch(uri.utf8.span)
  }

  private func message(_ write: (inout OutputSpan<UInt8>) -> Void) -> String {
    Base64.text([UInt8](capacity: 500, initializingWith: write))
  }

  private func entry(_ write: (inout OutputSpan<UInt8>) -> Void) throws -> MigrationBatch.Entry {
    let entry = [UInt8](capacity: 400, initializingWith: write)
    let text = message { output in output.appendElement(ofField: 1, bytes: entry.span) }
    return try #require(try batch(text).entries.first)
  }

  private func text(of expected: String) -> [UInt8] { Array(expected.utf8) }

  @Test(
    "hold tokens, whatever was escaped",
    arguments: [
      data, data.replacing("=", with: "%3D"), data.replacing("==", with: ""),
      data + "&other=1", data + "\r\n",
    ]
  )
  func holdTokens(data: String) throws {
    let batch = try batch(data)
    #expect(batch.part.index == 0)
    #expect(batch.part.count == 1)
    #expect(batch.part.exportID == 12_345)
    let tokens = try batch.entries.map { entry in try entry.token.get() }
    #expect(
      tokens.map(\.label) == [
        Label(issuer: "Example", account: "alice@example.com"),
        Label(issuer: "", account: "bank"),
        Label(issuer: "Münze", account: "é"),
      ]
    )
    #expect(try tokens[0].code(at: .example).text == "324550")
    #expect(
      tokens[1].generator
        == .hotp(
          algorithm: .sha1,
          digits: try Digits(8),
          counter: Counter(5)
        )
    )
    #expect(tokens[1].code(counter: 5).text == "68254676")
    #expect(try tokens[2].code(at: .example).text == "869966")
  }

  @Test("may hold a raw plus and slash, and the other alphabet", arguments: ["+/", "%2B%2f", "-_"])
  func readsRawAlphabet(characters: String) throws {
    // A field that no version knows, of the bytes FB FF.
    let data = "egL" + characters + "8"
    #expect(try batch(data).entries.isEmpty)
  }

  @Test("take a missing item for its default")
  func takesDefaults() throws {
    let entry = try entry { output in
      output.appendField(1, bytes: [1, 2, 3].span)
      output.appendField(6, varint: 2)
    }
    let token = try entry.token.get()
    #expect(token.generator == .standard)
    #expect(token.label == Label(issuer: "", account: ""))
  }

  @Test(
    "part a name by the issuer beside it",
    arguments: [
      ("Example:alice", "Example", "Example", "alice"),
      ("Example: alice", "Example", "Example", "alice"),
      ("alice:bob", "Example", "Example", "alice:bob"),
      ("Example:alice", "", "Example", "alice"),
      ("alice", "", "", "alice"),
      (":a:b", "", "", "a:b"),
    ]
  )
  func partsNames(name: String, issuer: String, expected: String, account: String) throws {
    let entry = try entry { output in
      output.appendField(1, bytes: [1].span)
      output.appendField(2, string: name)
      output.appendField(3, string: issuer)
      output.appendField(6, varint: 2)
    }
    #expect(entry.label == Label(issuer: expected, account: account))
  }

  @Test(
    "refuse a token alone for what can't be honoured",
    arguments: [
      (4, 4, .unknownAlgorithm), (4, 5, .unknownAlgorithm), (5, 3, .invalidItem("digits")),
      (6, 0, .invalidItem("type")), (6, 3, .invalidItem("type")),
    ] as [(Int, UInt64, OTPError)]
  )
  func refusesEntries(field: Int, value: UInt64, error: OTPError) throws {
    let bad = [UInt8](capacity: 100) { output in
      output.appendField(1, bytes: [1].span)
      output.appendField(2, string: "odd")
      if field != 6 { output.appendField(6, varint: 2) }
      output.appendField(field, varint: value)
    }
    let good = [UInt8](capacity: 100) { output in
      output.appendField(1, bytes: [1].span)
      output.appendField(6, varint: 2)
    }
    let entries = try batch(
      message { output in
        output.appendElement(ofField: 1, bytes: bad.span)
        output.appendElement(ofField: 1, bytes: good.span)
      }
    ).entries
    #expect(entries.map(\.label.account) == ["odd", ""])
    #expect(entries.map { entry in entry.token.failure } == [error, nil])
  }

  @Test("refuse a token without a secret, and one that is cut or no UTF-8")
  func refusesBrokenEntries() throws {
    #expect(try entry { output in output.appendField(6, varint: 2) }.token.failure == .emptySecret)
    let cut = try entry { output in
      output.append(0x0A)
      output.append(9)
    }
    #expect(cut.token.failure == .invalidMigration(.truncated(offset: 4)))
    let broken = try entry { output in
      output.appendField(1, bytes: [1].span)
      output.appendField(2, bytes: [0xFF].span)
      output.appendField(6, varint: 2)
    }
    #expect(broken.token.failure == .invalidEncoding("name"))
  }

  @Test(
    "are refused as a whole when they can't be read",
    arguments: [
      ("otpauth-migration://offline", .missingItem("data")),
      ("otpauth-migration://offline?date=AA", .missingItem("data")),
      ("otpauth-migration://offline?data=AA&data=AA", .repeatedItem("data")),
      ("otpauth-migration://offline?data=A%", .invalidEncoding("data")),
      ("otpauth-migration://offline?data=A", .invalidBase64(offset: 1)),
      ("otpauth-migration://offline?data=AA*A", .invalidBase64(offset: 2)),
      ("otpauth-migration://offline?data=CgU", .invalidMigration(.truncated(offset: 2))),
      ("otpauth-migration://offline?data=AAE", .invalidMigration(.invalidTag(offset: 0))),
      ("otpauth-migration://offline?data=CAE", .invalidMigration(.unexpectedValue(field: 1))),
      ("otpauth://totp/x?secret=AA", .notATokenURI),
    ] as [(String, OTPError)]
  )
  func refuses(uri: String, error: OTPError) {
    #expect(throws: error) { _ = try MigrationURI.batch(uri.utf8.span) }
  }

  @Test("keep a negative number of theirs")
  func keepsNegativeID() throws {
    let data = message { output in
      output.appendField(3, varint: 3)
      output.appendField(4, varint: 1)
      output.appendField(5, varint: UInt64(bitPattern: -42))
    }
    let part = try batch(data).part
    #expect(part.exportID == -42)
    #expect(part.index == 1)
    #expect(part.count == 3)
  }

  @Test("name the parts that are missing")
  func namesMissingParts() throws {
    let parts = try [(0, 7), (2, 7), (1, 8)].map { index, id in
      try batch(
        message { output in
          output.appendField(3, varint: 3)
          output.appendField(4, varint: UInt64(index))
          output.appendField(5, varint: UInt64(id))
        }
      ).part
    }
    let missing = (parts + parts).missingParts()
    #expect(missing.map(\.index) == [1, 0, 2])
    #expect(missing.map(\.exportID) == [7, 8, 8])
  }

  @Test("are not believed to have a million parts")
  func boundsParts() throws {
    let data = message { output in output.appendField(3, varint: UInt64.max) }
    #expect(try [batch(data).part].missingParts().isEmpty)
  }

  @Test("are written ten tokens each and read back", arguments: [0, 1, 10, 11, 25])
  func readsBack(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let tokens = try (0..<count).map { _ in
      var token = try Token.random(using: &random)
      let digits = try Digits(Bool.random(using: &random) ? 6 : 8)
      let algorithm = token.generator.algorithm
      token.generator =
        token.generator.counter.map { counter in
          .hotp(algorithm: algorithm, digits: digits, counter: counter)
        } ?? .totp(algorithm: algorithm, digits: digits, period: .thirtySeconds)
      return token
    }
    let export = MigrationURI.export(tokens, exportID: -7)
    #expect(export.rejections.isEmpty)
    #expect(export.uris.count == (count + 9) / 10)
    let batches = try export.uris.map { uri in try MigrationURI.batch(uri.array.span) }
    #expect(batches.map(\.part.index) == Array(0..<batches.count))
    #expect(batches.allSatisfy { batch in batch.part.count == batches.count })
    #expect(batches.allSatisfy { batch in batch.part.exportID == -7 })
    let read = try batches.flatMap(\.entries).map { entry in try entry.token.get() }
    #expect(read.map(\.facts) == tokens.map(\.facts))
  }

  @Test("leave out what they have no room for")
  func leavesOut() throws {
    let spent = Counter(UInt64.max, isSpent: true)
    let tokens = try [
      Token(Example.rfc, .steam(period: .thirtySeconds)),
      Token(Example.rfc),
      Token(Example.rfc, GenerationTests.totp(period: 60)),
      Token(Example.rfc, GenerationTests.totp(digits: 7)),
      Token(Example.rfc, .hotp(algorithm: .sha1, digits: .six, counter: spent)),
    ]
    let export = MigrationURI.export(tokens, exportID: 0)
    #expect(export.uris.count == 1)
    #expect(export.rejections.map(\.index) == [0, 2, 3, 4])
    #expect(
      export.rejections.map(\.reason) == [
        .notExportable("type"), .notExportable("period"), .notExportable("digits"), .counterSpent,
      ]
    )
  }
}
