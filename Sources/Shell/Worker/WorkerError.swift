// SPDX-License-Identifier: MIT

/// Says why the worker gave no answer that can be used.
package enum WorkerError: Error, Equatable, Sendable {
  /// There is no program at this path.
  case notInstalled(path: String)
  /// The program is there, or the machine is short of something, and it did not start.
  case cannotStart(path: String, errno: Int32)
  /// A signal ended it, as a memory error does.
  case crashed(signal: Int32)
  /// It was still at work when its time was over, and was killed.
  case outOfTime
  /// It gave up by itself, with this exit status.
  case failed(status: Int32)
  /// What it answered is not in its language.
  case garbledAnswer
  /// It announced an answer of more than `limit` bytes.
  case answerTooLong(limit: Int)
  /// A text has more bytes than a QR code holds.
  case tooLongToDraw(byteCount: Int, limit: Int)
  /// It did its work: the picture cannot be read.
  case refused(PictureRefusal)
}
