// SPDX-License-Identifier: MIT

/// Says why a picture could not be opened.
public enum PictureError: Error, Equatable, Sendable {
  /// There were no bytes at all.
  case empty
  /// The bytes start no picture format that is known here.
  case notAPicture
  /// The format is known, but no decoder for it (or for this variety of it) is at hand.
  case unsupported(PictureFormat)
  /// The bytes are cut short or contradict themselves.
  case damaged(PictureFormat)
  /// The header asks for more pixels than are allowed; nothing was decoded. Sides in pixels.
  case tooLarge(width: Int, height: Int, limit: PictureLimit)
}
