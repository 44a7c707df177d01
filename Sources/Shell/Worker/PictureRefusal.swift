// SPDX-License-Identifier: MIT

/// Says, in the worker's words, why a picture could not be opened.
package enum PictureRefusal: Error, Equatable, Sendable {
  /// There were no bytes.
  case empty
  /// The bytes are in no picture format that is known.
  case notAPicture
  /// The file has more bytes than this.
  case fileTooLong(limit: Int)
  /// The format is known but cannot be decoded.
  case unsupported(format: String)
  /// The bytes are cut short or contradict themselves.
  case damaged(format: String)
  /// The picture claims more than `limit` pixels in all. Sides in pixels.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// The picture claims a side of more than `limit` pixels.
  case sideTooLong(width: Int, height: Int, limit: Int)
}
