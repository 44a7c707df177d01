// SPDX-License-Identifier: MIT
import Shell

/// A picture that a person named, and the worker that reads it.
struct PictureFile {
  private let path: String
  private let world: World

  init(_ path: String, _ world: World) {
    self.path = path
    self.world = world
  }

  /// What messages call the picture.
  var name: String { Input.displayName(path) }

  /// Has the QR codes read.
  ///
  /// - Returns: one code at least.
  /// - Throws: ``LocatedError``, ``NoCodeError`` or ``ShellError``, each naming the picture.
  func report() throws -> PictureReport {
    let bytes = try world.input.bytes(from: path, limit: Worker.mostPictureBytes)
    let report: PictureReport
    do {
      report = try Worker(path: "\(world.libexec ?? "")/totp-worker").codes(inPicture: bytes)
    } catch {
      throw LocatedError(name, error)
    }
    guard !report.payloads.isEmpty else { throw NoCodeError(picture: name, report: report) }
    return report
  }
}

/// A picture in which no QR code could be read.
struct NoCodeError: DescribedError {
  let picture: String
  let report: PictureReport

  /// The error in words.
  var failure: Failure {
    guard !report.lacksParts else {
      return Failure(
        .noCode,
        "\(picture) shows a part of a longer code",
        hints: ["all its parts have to be in one picture"]
      )
    }
    return Failure(
      .noCode,
      "no QR code in \(picture) (tried \(report.searches) readings)",
      hints: ["crop to the code, or take a larger screenshot"]
    )
  }
}
