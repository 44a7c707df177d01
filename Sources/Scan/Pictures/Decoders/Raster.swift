// SPDX-License-Identifier: MIT

/// A decoded picture: grey, and where it can be seen through.
struct Raster {
  /// The width in pixels.
  let width: Int
  /// The height in pixels.
  let height: Int
  /// The brightness of each pixel, 0 black and 255 white, rows from the top without padding.
  var grey: [UInt8]
  /// The opacity of each pixel, 0 clear and 255 opaque; `nil` where all are opaque.
  var opacity: [UInt8]?
  /// Whether all of the file could be decoded; if not, a part of the pixels is a guess.
  var isWhole: Bool

  /// Wraps pixels, as many as `width * height`.
  init(width: Int, height: Int, grey: [UInt8], opacity: [UInt8]? = nil, isWhole: Bool = true) {
    self.width = width
    self.height = height
    self.grey = grey
    self.opacity = opacity
    self.isWhole = isWhole
  }

  /// Decodes a picture whose header was found to be in order.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - header: what its header says; every decoder is held to this size.
  /// - Throws: ``PictureError/damaged(_:)``, ``PictureError/unsupported(_:)``.
  init(decoding bytes: [UInt8], _ header: PictureHeader) throws(PictureError) {
    let decoded: Raster? =
      switch header.format {
      case .png: PNGDecoder.raster(of: bytes, header)
      case .jpeg: JPEGDecoder.raster(of: bytes, header)
      case .webp: WebPDecoder.raster(of: bytes, header)
      case .gif: GIFDecoder.raster(of: bytes, header)
      case .bmp: try BMPDecoder.raster(of: bytes, header)
      case .tiff: try TIFFDecoder.raster(of: bytes, header)
      case .heif, .avif: try HEIFDecoder.raster(of: bytes, header)
      }
    guard let decoded else { throw .damaged(header.format) }
    self = decoded
  }

  /// Exchanges top and bottom.
  mutating func flip() {
    grey = Luminance(width: width, height: height, pixels: grey).flipped().pixels
    if let plane = opacity {
      opacity = Luminance(width: width, height: height, pixels: plane).flipped().pixels
    }
  }

  /// Weighs red, green and blue as ITU-R BT.601 does, in 256ths.
  static func grey(red: UInt8, green: UInt8, blue: UInt8) -> UInt8 {
    UInt8((77 * UInt32(red) + 150 * UInt32(green) + 29 * UInt32(blue)) >> 8)
  }
}

extension [UInt8] {
  /// Makes an array of so many bytes, which a C function fills.
  ///
  /// - Parameters:
  ///   - count: how many bytes.
  ///   - fill: gets room for them, all of them 0.
  init(count: Int, filledBy fill: (UnsafeMutablePointer<UInt8>) -> Void) {
    self.init(repeating: 0, count: count)
    guard count > 0 else { return }
    // Sound: the buffer has `count` bytes and is not empty, so it has a base.
    unsafe withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { unsafe fill(base) }
    }
  }
}
