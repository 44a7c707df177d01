// SPDX-License-Identifier: MIT

/// A decoded picture, as the grey layers in which a code may hide.
public struct Picture: Sendable {
  /// The format and size that the file's header tells.
  public let header: PictureHeader

  /// What there is to read: the picture on white, and its opacity where it is not opaque.
  ///
  /// Layers of one single shade are left out, so there may be none.
  public let layers: [Luminance]

  /// Whether all of the file could be decoded; if not, finding no code in it says little.
  public let isWhole: Bool

  /// Decodes a picture.
  ///
  /// - Parameters:
  ///   - bytes: the whole file: PNG, JPEG, WebP, GIF, BMP or TIFF, told apart by content.
  ///   - limits: bounds on the size, held against the header before anything is allocated.
  /// - Throws: ``PictureError``.
  public init(
    decoding bytes: [UInt8],
    limits: [PictureLimit] = PictureLimit.standard
  ) throws(PictureError) {
    let header = try PictureHeader(parsing: bytes.span, limits: limits)
    guard let image = GDImage(decoding: bytes, as: header.format) else {
      throw .damaged(header.format)
    }
    self.header = header
    isWhole = image.isWhole
    layers = Self.layers(of: image)
  }

  /// Separates an image into its brightness on white paper and its opacity.
  ///
  /// The opacity counts as ink: black where the picture is opaque, white where it is clear. So a white
  /// code on clear ground, which vanishes on white, is read like any other.
  private static func layers(of image: borrowing GDImage) -> [Luminance] {
    let count = image.width * image.height
    var grey: [UInt8] = []
    grey.reserveCapacity(count)
    var isOpaque = true
    image.forEachPixel { pixel in
      let clear = GDImage.clearness(of: pixel)
      isOpaque = isOpaque && clear == 0
      grey.append(greyOnWhite(pixel, clear: clear))
    }
    var layers = [Luminance(width: image.width, height: image.height, pixels: grey)]
    if !isOpaque {
      var ink: [UInt8] = []
      ink.reserveCapacity(count)
      image.forEachPixel { ink.append(UInt8(GDImage.clearness(of: $0) * 255 / 127)) }
      layers.append(Luminance(width: image.width, height: image.height, pixels: ink))
    }
    return layers.filter { !$0.isUniform }
  }

  /// Weighs red, green and blue as ITU-R BT.601 does, in 256ths, and lays them on white.
  private static func greyOnWhite(_ pixel: UInt32, clear: UInt32) -> UInt8 {
    let red = pixel >> 16 & 0xFF
    let green = pixel >> 8 & 0xFF
    let blue = pixel & 0xFF
    let grey = (77 * red + 150 * green + 29 * blue) >> 8
    return clear == 0 ? UInt8(grey) : UInt8((grey * (127 - clear) + 255 * clear) / 127)
  }
}
