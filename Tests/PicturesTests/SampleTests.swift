// SPDX-License-Identifier: MIT
import Foundation
import Pictures
import Testing

/// The large collection of pictures beside the project, where it is present.
@Suite struct SampleTests {
  /// One picture, and the texts that people put into it.
  struct Sample: Decodable {
    let file: String
    let expected: [String]
  }

  /// What became of a sample.
  enum Outcome: Equatable {
    case right
    case missed(String)
    case wrong(String)
  }

  /// A plain reading that also tries the negative finds 69.
  private static let floor = 75

  private static let folder = URL(filePath: #filePath)
    .appending(path: "../../../../shared/pictures/otp").standardizedFileURL

  private static let isPresent = FileManager.default.fileExists(
    atPath: folder.appending(path: "manifest.json").path
  )

  @Test(.enabled(if: isPresent, "the pictures beside the project are not here"))
  func readsAllAndNothingWrong() throws {
    let manifest = try Data(contentsOf: Self.folder.appending(path: "manifest.json"))
    let samples = try JSONDecoder().decode([Sample].self, from: manifest)
    let legible = try samples.filter { !$0.expected.isEmpty }.map(outcome)
    let illegible = try samples.filter(\.expected.isEmpty).map(outcome)

    #expect(legible.count == 75)
    #expect(legible.count { $0 == .right } >= Self.floor, "\(legible.filter { $0 != .right })")
    #expect(illegible.allSatisfy { $0 == .right })
    #expect(!legible.contains { if case .wrong = $0 { true } else { false } })
  }

  private func outcome(of sample: Sample) throws -> Outcome {
    let bytes = try [UInt8](Data(contentsOf: Self.folder.appending(path: sample.file)))
    let texts: [String]
    do throws(PictureError) {
      texts = Ladder.standard.search(try Picture(decoding: bytes)).payloads.map(\.text)
    } catch {
      texts = []
    }
    guard Set(texts).isSubset(of: sample.expected) else { return .wrong(sample.file) }
    return Set(texts) == Set(sample.expected) ? .right : .missed(sample.file)
  }
}
