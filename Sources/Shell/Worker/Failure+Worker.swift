// SPDX-License-Identifier: MIT

extension Failure {
  /// Puts a failure of the worker into words.
  ///
  /// - Parameter error: what went wrong.
  package init(_ error: WorkerError) {
    switch error {
    case .notInstalled(let path):
      self.init(
        .failed,
        "pictures cannot be read: there is no \(path)",
        hints: ["\"make install\" puts totp-worker there; TOTP_LIBEXEC names another folder"]
      )
    case .tooLongToDraw(let byteCount, let limit):
      self.init(
        .failed,
        "the token's URI has \(byteCount) bytes, and a QR code holds \(limit)",
        hints: ["a shorter name or secret would fit"]
      )
    case .cannotStart(let path, let number):
      self.init(.failed, "cannot start \(path): \(Self.words(forErrorNumber: number))")
    case .crashed(let signal):
      self.init(
        .noCode,
        "the reader crashed (signal \(signal))",
        hints: ["nothing else was touched; save the picture again as a PNG and try that"]
      )
    case .outOfTime:
      self.init(
        .noCode,
        "the reader took too long and was stopped",
        hints: ["crop the picture to the code"]
      )
    case .failed(let status):
      self.init(
        .failed,
        "the reader gave up with status \(status)",
        hints: ["totp and totp-worker must be of one version"]
      )
    case .garbledAnswer:
      self.init(
        .failed,
        "the reader's answer makes no sense",
        hints: ["totp and totp-worker must be of one version"]
      )
    case .answerTooLong(let limit):
      self.init(.failed, "the reader's answer is longer than \(limit >> 20) MiB")
    case .refused(let refusal):
      self.init(refusal)
    }
  }

  /// Puts the refusal of a picture into words; the caller names the file.
  ///
  /// - Parameter refusal: what is wrong with the picture.
  package init(_ refusal: PictureRefusal) {
    switch refusal {
    case .empty:
      self.init(.noCode, "the file is empty")
    case .notAPicture:
      self.init(
        .noCode,
        "this is no picture",
        hints: ["PNG, JPEG, WebP, GIF, BMP, TIFF, HEIF and AVIF can be read"]
      )
    case .fileTooLong(let limit):
      self.init(.noCode, "the file is longer than \(limit >> 20) MiB")
    case .unsupported(let format):
      self.init(
        .noCode,
        "\(format) pictures of this kind cannot be read",
        hints: ["save it as a PNG, or take a screenshot of it"]
      )
    case .damaged(let format):
      self.init(.noCode, "the \(format) picture is damaged or cut short")
    case .tooManyPixels(let width, let height, let limit):
      self.init(
        .noCode,
        "\(width) × \(height) pixels are too many (the limit is \(limit) in all)",
        hints: ["crop the picture to the code"]
      )
    case .sideTooLong(let width, let height, let limit):
      self.init(
        .noCode,
        "\(width) × \(height) pixels are too many (the limit is \(limit) a side)",
        hints: ["crop the picture to the code"]
      )
    }
  }
}
