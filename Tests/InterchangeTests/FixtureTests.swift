// SPDX-License-Identifier: MIT
import Foundation
import Interchange
import OTPCore
import Testing

/// A file in `Fixtures/` and what `write_fixtures.py` put into it.
struct Fixture: Decodable, CustomTestStringConvertible, Sendable {
  let file: String
  let format: String
  let encrypted: Bool
  let tokens: [String]

  var testDescription: String { file }

  private struct Manifest: Decodable {
    let password: String
    let cases: [Fixture]
  }

  /// What opens the encrypted ones.
  static let password = "battery staple"

  /// All of them; no manifest, or an empty one, is a broken checkout and not a pass.
  static let all: [Fixture] = {
    guard let data = try? Data(contentsOf: folder.appending(path: "manifest.json")),
      let manifest = try? JSONDecoder().decode(Manifest.self, from: data), !manifest.cases.isEmpty
    else { fatalError("Fixtures/manifest.json is missing or empty") }
    return manifest.cases
  }()

  private static let folder = Bundle.module.bundleURL.appending(path: "Fixtures")

  /// The file's bytes.
  func data() throws -> Data {
    try Data(contentsOf: Self.folder.appending(path: file))
  }
}

/// Each format, in a file by another writer.
@Suite struct FixtureTests {
  @Test(arguments: Fixture.all)
  func readsEveryField(of fixture: Fixture) throws {
    let password = fixture.encrypted ? secret(Fixture.password) : nil
    let backup = try Backup.decode(secret(fixture.data()), password: password)
    #expect(backup.format.rawValue == fixture.format)
    #expect(backup.entries.map(described) == fixture.tokens)
  }

  @Test(arguments: Fixture.all.filter(\.encrypted))
  func tellsAWrongPasswordFromNone(for fixture: Fixture) throws {
    let format = try #require(Format(rawValue: fixture.format))
    let file = try secret(fixture.data())
    #expect(throws: InterchangeError.passwordNeeded(format)) {
      try Backup.decode(file, password: nil)
    }
    #expect(throws: InterchangeError.wrongPassword(format)) {
      try Backup.decode(file, password: secret("wrong"))
    }
  }

  @Test(arguments: Fixture.all)
  func survivesFilesCutShort(_ fixture: Fixture) throws {
    let data = try fixture.data()
    for count in stride(from: 0, to: data.count, by: max(1, data.count / 8)) {
      let cut = secret(data.prefix(count))
      // Whatever comes of it is no crash, and an encrypted file gives nothing, but for an archive that
      // only lacks its list of files.
      let backup = try? Backup.decode(cut, password: secret(Fixture.password))
      let lines = backup?.entries.map(described) ?? []
      if fixture.encrypted { #expect(lines.isEmpty || lines == fixture.tokens, "\(count)") }
    }
  }

  @Test func everyFormatThatComesInHasAFixture() {
    let covered = Set(Fixture.all.map(\.format))
    let expected = Set(Format.allCases.map(\.rawValue)).subtracting([
      "google", "html", "battle-net",
    ])
    #expect(expected.subtracting(covered) == [])
  }
}
