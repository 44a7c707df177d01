// SPDX-License-Identifier: MIT
import Interchange
import Pictures
import Secrets
import Shell

/// What the worker can be asked to do, by its one argument.
enum Job: String {
  /// To find the QR codes in a picture.
  case picture
  /// To read or write a backup.
  case backup

  /// Starts what the job needs, as long as files can be opened.
  func prepare() {
    if self == .backup { Libraries.start() }
  }

  /// Reads the standard input and does the job.
  ///
  /// - Returns: the answer as it goes out.
  /// - Throws: ``ShellError/system(_:subject:errno:)``.
  func answer() throws(ShellError) -> SecretBytes {
    switch self {
    case .backup: return try BackupJob.answer()
    case .picture:
      let limit = Worker.mostPictureBytes
      let file: [UInt8]
      do throws(ShellError) {
        file = try Input().bytes(from: Input.standardInputName, limit: limit)
      } catch .inputTooLong {
        return PictureAnswer.encoded(.fileTooLong(limit: limit))
      }
      do throws(PictureError) {
        return PictureAnswer.encoded(try PictureReport(searching: file))
      } catch {
        return PictureAnswer.encoded(PictureRefusal(error))
      }
    }
  }
}

extension PictureReport {
  /// Searches a picture for QR codes.
  fileprivate init(searching file: [UInt8]) throws(PictureError) {
    let picture = try Picture(decoding: file)
    let end = SuspendingClock.now + Limits.search
    let findings = Ladder.standard.search(picture) { SuspendingClock.now > end }
    // That the half of a picture holds no code says nothing.
    if findings.payloads.isEmpty && !picture.isWhole { throw .damaged(picture.header.format) }
    self.init(
      payloads: findings.payloads.map(Payload.init),
      lacksParts: findings.lacksParts,
      searches: findings.searches
    )
  }
}

extension PictureReport.Payload {
  /// Moves a payload into guarded memory.
  fileprivate init(_ payload: QRPayload) {
    self.init(
      bytes: Secret(SecretBytes(copying: payload.bytes.span)),
      text: Secret(SecretBytes(copying: payload.text.utf8.span))
    )
  }
}

extension PictureRefusal {
  /// Puts an error of `Pictures` into the words that both processes know.
  fileprivate init(_ error: PictureError) {
    switch error {
    case .empty: self = .empty
    case .notAPicture: self = .notAPicture
    case .unsupported(let format): self = .unsupported(format: format.rawValue)
    case .damaged(let format): self = .damaged(format: format.rawValue)
    case .tooLarge(let width, let height, .pixels(let limit)):
      self = .tooManyPixels(width: width, height: height, limit: limit)
    case .tooLarge(let width, let height, .side(let limit)):
      self = .sideTooLong(width: width, height: height, limit: limit)
    }
  }
}
