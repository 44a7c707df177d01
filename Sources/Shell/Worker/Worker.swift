// SPDX-License-Identifier: MIT
import Secrets

/// The program that reads what strangers wrote, in a process of its own that holds no key.
package struct Worker: Sendable {
  /// The most bytes that a picture's file may have.
  package static let mostPictureBytes = 64 << 20

  /// How long the program may take unless told otherwise; its own limits are tighter.
  package static let usualTimeLimit: Duration = .seconds(30)

  /// The argument that asks the program for the codes in a picture.
  package static let pictureJob = "picture"

  let path: String
  let timeLimit: Duration

  /// Points at the program.
  ///
  /// - Parameters:
  ///   - path: where `totp-worker` is.
  ///   - timeLimit: how long one job may take by the clock before it is killed.
  package init(path: String, timeLimit: Duration = Worker.usualTimeLimit) {
    self.path = path
    self.timeLimit = timeLimit
  }

  /// Has QR codes read from a picture.
  ///
  /// - Parameter picture: the bytes of a picture's file, whatever they are.
  /// - Returns: what was found, which may be no code at all.
  /// - Throws: ``WorkerError``; ``WorkerError/refused(_:)`` when it is the picture's fault.
  package func codes(inPicture picture: [UInt8]) throws(WorkerError) -> PictureReport {
    guard picture.count <= Self.mostPictureBytes else {
      throw .refused(.fileTooLong(limit: Self.mostPictureBytes))
    }
    var process = try WorkerProcess(
      path: path,
      job: Self.pictureJob,
      input: picture,
      timeLimit: timeLimit
    )
    return try PictureAnswer.report(decoding: process.answer())
  }
}
