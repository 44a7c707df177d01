// SPDX-License-Identifier: MIT

/// A grey picture, one byte a pixel, 0 black and 255 white, rows from the top without padding.
public struct Luminance: Equatable, Sendable {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// `width * height` bytes, row after row.
  public let pixels: [UInt8]

  /// Wraps pixels that are grey already.
  ///
  /// - Precondition: there are `width * height` pixels.
  public init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(pixels.count == width * height, "a grey picture has one byte a pixel")
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Whether all pixels are alike, so that there is nothing to read.
  public var isUniform: Bool {
    guard let first = pixels.first else { return true }
    return pixels.allSatisfy { $0 == first }
  }
}
