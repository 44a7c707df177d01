// SPDX-License-Identifier: MIT
import Interchange
import Pictures
import Secrets
import Shell

/// What the worker can be asked to do, by its one argument.
enum Job {
  /// To find the QR codes in a picture.
  case picture(PictureJob)
  /// To draw a QR code.
  case drawing
  /// To read or write a backup.
  case backup
  /// To try the sandbox.
  case sandbox

  /// The names of all jobs.
  static let names =
    PictureJob.allCases.map(\.rawValue) + [
      Worker.drawingJob, Worker.backupJob, SandboxAnswer.job,
    ]

  /// Recognises a job by its name.
  init?(named name: String) {
    if let job = PictureJob(rawValue: name) {
      self = .picture(job)
    } else if name == Worker.drawingJob {
      self = .drawing
    } else if name == Worker.backupJob {
      self = .backup
    } else if name == SandboxAnswer.job {
      self = .sandbox
    } else {
      return nil
    }
  }

  /// Loads what the job needs, as long as files can be opened.
  func prepare() {
    switch self {
    case .picture(let job):
      DecoderLibrary.characters.load()
      if job == .tiff { DecoderLibrary.tiff.load() }
      if job == .heif { DecoderLibrary.heif.load() }
    case .backup: Libraries.start()
    case .drawing, .sandbox: break
    }
  }

  /// Whether a library does the job on several threads, as the decoders of HEIF do.
  var needsThreads: Bool {
    if case .picture(.heif) = self { true } else { false }
  }

  /// Reads the standard input and does the job.
  ///
  /// - Parameter missing: the walls that do not stand around it.
  /// - Returns: the answer as it goes out.
  /// - Throws: ``ShellError/system(_:subject:errno:)``, and ``DrawError`` for what is no request.
  func answer(without missing: SandboxReport.Walls) throws -> SecretBytes {
    switch self {
    case .drawing: return try Drawing.answer()
    case .sandbox:
      return SandboxAnswer.encoded(SandboxReport(missing: missing, leaks: Sandbox.leaks()))
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
      parts: findings.parts.compactMap { Part(index: $0.index, count: $0.message.count) },
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
