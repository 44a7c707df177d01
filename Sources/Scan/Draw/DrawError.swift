// SPDX-License-Identifier: MIT

/// Why a text can't be drawn.
public enum DrawError: Error, Equatable, Sendable {
  /// There is nothing to draw.
  case empty
  /// The text has more bytes than the largest QR code holds.
  case tooLong(byteCount: Int, limit: Int)
  /// There is no memory for the drawing.
  case outOfMemory
}
