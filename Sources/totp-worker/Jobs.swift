// SPDX-License-Identifier: MIT
import Pictures
import Secrets
import Shell

/// What the worker can be asked to do, by its one argument.
enum Job: String {
  /// To find the QR codes in a picture.
  case picture

  /// The most bytes of input that the job takes.
  var mostInputBytes: Int {
    switch self {
    case .picture: Worker.mostPictureBytes
    }
  }

  /// Does the job.
  ///
  /// - Parameter input: the input, or one byte more than allowed.
  /// - Returns: the answer as it goes out.
  func answer(to input: [UInt8]) -> SecretBytes {
    switch self {
    case .picture:
      do throws(PictureRefusal) {
        return PictureAnswer.encoded(try PictureReport(searching: input, limit: mostInputBytes))
      } catch {
        return PictureAnswer.encoded(error)
      }
    }
  }
}

extension PictureReport {
  /// Searches a picture for QR codes.
  fileprivate init(searching file: [UInt8], limit: Int) throws(PictureRefusal) {
    guard file.count <= limit else { throw .fileTooLong(limit: limit) }
    let findings: Findings
    do throws(PictureError) {
      findings = try Self.findings(in: file)
    } catch {
      throw PictureRefusal(error)
    }
    self.init(
      payloads: findings.payloads.map(Payload.init), lacksParts: findings.lacksParts,
      searches: findings.searches)
  }

  private static func findings(in file: [UInt8]) throws(PictureError) -> Findings {
    let picture = try Picture(decoding: file)
    let end = SuspendingClock.now + Limits.search
    let findings = Ladder.standard.search(picture) { SuspendingClock.now > end }
    // No code in half a picture is no answer.
    if findings.payloads.isEmpty && !picture.isWhole { throw .damaged(picture.header.format) }
    return findings
  }
}

extension PictureReport.Payload {
  fileprivate init(_ payload: QRPayload) {
    self.init(
      bytes: Secret(SecretBytes(copying: payload.bytes.span)),
      text: Secret(SecretBytes(copying: payload.text.utf8.span)))
  }
}

extension PictureRefusal {
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
