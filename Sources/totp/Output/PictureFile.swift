// SPDX-License-Identifier: MIT
import Glibc
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
    let bytes: [UInt8]
    do throws(ShellError) {
      bytes = try world.input.strangersBytes(from: path, limit: Worker.mostPictureBytes)
    } catch {
      throw UnreadablePictureError(cause: error)
    }
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

/// A file that is there and is no picture's, such as a folder or a device without an end.
struct UnreadablePictureError: DescribedError {
  let cause: ShellError

  /// The error in words.
  var failure: Failure {
    var failure = Failure(cause)
    switch cause {
    case .system(.read, let subject, EISDIR):
      return Failure(.noCode, "\(subject) is a folder and no picture")
    case .inputTooLong(let subject, let limit):
      return Failure(.noCode, "\(subject) is longer than \(limit >> 20) MiB")
    case .noEnd, .system(.read, _, _): failure.status = .noCode
    default: break
    }
    return failure
  }
}

/// A picture in which no QR code could be read.
struct NoCodeError: DescribedError {
  let picture: String
  let report: PictureReport

  /// The error in words.
  var failure: Failure {
    if report.lacksParts {
      return Failure(
        .noCode,
        "\(picture) shows \(report.partsInWords) of a longer code",
        hints: ["all its parts have to be in one picture"]
      )
    }
    if report.searches == 0 {
      return Failure(.noCode, "\(picture) is blank: all its pixels are alike")
    }
    return Failure(
      .noCode,
      "no QR code in \(picture) (tried \(report.searches) readings)",
      hints: ["crop to the code, or take a larger screenshot"]
    )
  }
}
