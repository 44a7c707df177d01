// SPDX-License-Identifier: MIT
import Foundation
import Pictures
import Testing

/// A picture in `Fixtures/` and what `draw_fixtures.py` put into it.
struct Fixture: Decodable, CustomTestStringConvertible, Sendable {
  let file: String
  /// The codes' bytes in hexadecimal, in the order in which they are to be found.
  let payloads: [String]?
  let lacksParts: Bool?
  /// The kind of refusal, for a picture that is to be refused.
  let error: String?

  var testDescription: String { file }

  /// The picture's bytes.
  func bytes() throws -> [UInt8] {
    try [UInt8](Data(contentsOf: Self.folder.appending(path: file)))
  }

  /// The error that ``error`` stands for.
  var expectedError: PictureError? {
    guard let words = error?.split(separator: " "), words.count == 2 else { return nil }
    let format = PictureFormat(rawValue: String(words[1]))
    switch words[0] {
    case "damaged": return format.map { .damaged($0) }
    case "unsupported": return format.map { .unsupported($0) }
    default: return .tooLarge(width: 60_000, height: 60_000, limit: .side(32_767))
    }
  }

  /// The pictures that can be opened.
  static let readable = all.filter { $0.error == nil }

  /// The pictures that are to be refused, or found cut short.
  static let refused = all.filter { $0.error != nil }

  /// All of them; no manifest, or an empty one, is a broken checkout and not a pass.
  static let all: [Fixture] = {
    struct Manifest: Decodable {
      let source: String
      let cases: [Fixture]
    }
    guard let data = try? Data(contentsOf: folder.appending(path: "manifest.json")),
      let manifest = try? JSONDecoder().decode(Manifest.self, from: data), !manifest.cases.isEmpty
    else { fatalError("Fixtures/manifest.json is missing or empty") }
    return manifest.cases
  }()

  private static let folder = Bundle.module.bundleURL.appending(path: "Fixtures")
}

/// Writes bytes as hexadecimal digits.
func hex(_ bytes: [UInt8]) -> String {
  bytes.map { String(format: "%02x", $0) }.joined()
}
