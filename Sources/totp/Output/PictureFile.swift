// SPDX-License-Identifier: MIT
import Glibc
import Shell

/// A picture that a person named, or that is at hand, and the worker that reads it.
struct PictureFile {
  /// What messages call the picture.
  let name: String
  private let world: World
  private let bytes: () throws -> [UInt8]

  init(_ path: String, _ world: World) {
    name = Input.displayName(path)
    self.world = world
    bytes = { try world.input.strangersBytes(from: path, limit: Worker.mostPictureBytes) }
  }

  init(_ bytes: [UInt8], from name: String, _ world: World) {
    self.name = name
    self.world = world
    self.bytes = { bytes }
  }

  /// A picture of the whole screen, which is taken when it is to be read.
  static func screen(_ world: World) -> PictureFile {
    PictureFile(name: "the screen", world) {
      try Screen.picture(world.environment, libexec: world.libexec)
    }
  }

  private init(name: String, _ world: World, bytes: @escaping () throws -> [UInt8]) {
    self.name = name
    self.world = world
    self.bytes = bytes
  }

  /// Has the QR codes read.
  ///
  /// - Returns: one code at least.
  /// - Throws: ``LocatedError``, ``NoCodeError`` or ``ShellError``, each naming the picture.
  func report() throws -> PictureReport {
    let bytes: [UInt8]
    do {
      bytes = try self.bytes()
    } catch let error as ShellError {
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
