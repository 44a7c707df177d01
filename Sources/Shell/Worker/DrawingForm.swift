// SPDX-License-Identifier: MIT

/// What a QR code is drawn for, with the numbers that cross between the processes.
package enum DrawingForm: UInt64, Sendable {
  /// A terminal that knows colours: black on white, whatever the theme.
  case terminal = 1
  /// Half blocks for light text on a dark background.
  case plainText = 2
  /// Half blocks for dark text on a light background.
  case plainTextOnLight = 3
  /// A PNG file.
  case png = 4
  /// An SVG file.
  case svg = 5
}
