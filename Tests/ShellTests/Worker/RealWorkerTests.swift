// SPDX-License-Identifier: MIT
import Foundation
import Secrets
import Shell
import Testing

/// The worker as it was built, with pictures of the tests of `Pictures`.
@Suite(.enabled(if: BuiltWorker.path != nil, "totp-worker is not beside the tests"))
struct RealWorkerTests {
  private static let fixtures = URL(filePath: #filePath)
    .appending(path: "../../../PicturesTests/Fixtures").standardizedFileURL

  private func report(on file: String) throws -> PictureReport {
    let picture = try [UInt8](Data(contentsOf: Self.fixtures.appending(path: file)))
    return try Worker(path: try #require(BuiltWorker.path)).codes(inPicture: picture)
  }

  @Test(arguments: [
    (
      "plain.png", ["otpauth://totp/Example:ana@example.org?secret=JBSWY3DPEHPK3PXP&issuer=Example"]
    ),
    ("raw-latin1.png", ["otpauth://totp/Zürich:öl?secret=JBSWY3DPEHPK3PXP"]),
    ("eci-latin1.png", ["otpauth://totp/Zürich:öl?secret=JBSWY3DPEHPK3PXP"]),
    (
      "interlaced.png",
      ["otpauth://totp/Example:ana@example.org?secret=JBSWY3DPEHPK3PXP&issuer=Example"]
    ),
    ("nothing.png", []),
    (
      "plain.heic",
      ["otpauth://totp/Example:ana@example.org?secret=JBSWY3DPEHPK3PXP&issuer=Example"]
    ),
    (
      "fax.tiff", ["otpauth://totp/Example:ana@example.org?secret=JBSWY3DPEHPK3PXP&issuer=Example"]
    ),
  ])
  func readsTheCodes(file: String, texts: [String]) throws {
    let report = try report(on: file)
    let found = report.payloads.map { payload in
      payload.text.withBytes { bytes in
        String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
      }
    }
    #expect(found == texts)
    #expect(report.searches >= 2)
  }

  @Test func keepsBytesThatAreNoText() throws {
    let payload = try #require(try report(on: "every-byte.png").payloads.first)
    let bytes = payload.bytes.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    #expect(bytes == Array(0...255))
  }

  @Test func tellsOfMissingParts() throws {
    #expect(try report(on: "missing-part.png").lacksParts)
  }

  @Test(arguments: [
    ("truncated.png", PictureRefusal.damaged(format: "PNG")),
    ("truncated.jpg", .damaged(format: "JPEG")),
    ("bomb.png", .sideTooLong(width: 60_000, height: 60_000, limit: 32_767)),
    ("manifest.json", .notAPicture),
  ])
  func refusesWhatIsNoPicture(file: String, refusal: PictureRefusal) {
    #expect(throws: WorkerError.refused(refusal)) { try report(on: file) }
  }

  @Test func shutsItselfInSoThatNothingGetsOut() throws {
    let report = try Worker(path: try #require(BuiltWorker.path)).sandbox()
    // Whatever this kernel has: together they deny all, and no wall is missing that it has.
    #expect(report.leaks.isEmpty)
    #expect(report.missing.isSubset(of: [.landlock]))
  }

  @Test func refusesAnEmptyFile() throws {
    let worker = Worker(path: try #require(BuiltWorker.path))
    #expect(throws: WorkerError.refused(.empty)) { try worker.codes(inPicture: []) }
  }
}

/// Where the build has left the worker.
enum BuiltWorker {
  static let path: String? = {
    // The bundle of the tests lies in the folder that the programs are built into.
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
    guard let folder = bundle.map({ URL(filePath: $0).deletingLastPathComponent() }) else {
      return nil
    }
    let path = folder.appending(path: "totp-worker").path
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }()
}
