// SPDX-License-Identifier: MIT

/// Windows and OS/2 bitmaps: 1 to 32 bits a pixel, packed or not, with masks or without.
enum BMPDecoder {
  static func raster(of bytes: [UInt8], _ header: PictureHeader) throws(PictureError) -> Raster? {
    guard let layout = try BMPLayout(parsing: bytes.span) else { return nil }
    var canvas = BMPCanvas(width: header.width, height: header.height)
    switch layout.compression {
    case .none: canvas.fill(from: bytes, layout)
    case .runs: canvas.fill(fromRunsIn: bytes, layout)
    }
    var raster = canvas.raster
    if layout.isTopFirst { raster.flip() }
    return raster
  }
}

/// The pixels of a bitmap, in the order of the file: usually from the bottom row to the top one.
private struct BMPCanvas {
  private let width: Int
  private let height: Int
  private var grey: [UInt8]
  private var opacity: [UInt8]
  private var isWhole = true

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    grey = [UInt8](repeating: 255, count: width * height)
    opacity = []
  }

  /// The picture from the top, were the bottom row the first.
  var raster: Raster {
    // Programs that know no opacity leave 0 in its place.
    let isOpaque = opacity.allSatisfy { $0 == 0 }
    var raster = Raster(
      width: width,
      height: height,
      grey: grey,
      opacity: isOpaque ? nil : opacity,
      isWhole: isWhole
    )
    raster.flip()
    return raster
  }

  mutating func fill(from bytes: [UInt8], _ layout: BMPLayout) {
    let bits = layout.bitsPerPixel
    let rowByteCount = (width * bits + 31) / 32 * 4
    if layout.masks?.opacity != nil { opacity = [UInt8](repeating: 255, count: grey.count) }
    for y in 0..<height {
      let start = layout.pixels + y * rowByteCount
      // Some writers leave the padding of the last row out.
      guard start + (width * bits + 7) / 8 <= bytes.count else {
        isWhole = false
        return
      }
      for x in 0..<width {
        let pixel = y * width + x
        switch bits {
        case 1, 2, 4, 8:
          let byte = bytes[start + x * bits / 8]
          let shift = 8 - bits - x * bits % 8
          grey[pixel] = layout.shade(Int(byte) >> shift & (1 << bits - 1))
        default:
          var value: UInt32 = 0
          for index in 0..<bits / 8 {
            value |= UInt32(bytes[start + x * bits / 8 + index]) << (8 * index)
          }
          guard let masks = layout.masks else { continue }
          grey[pixel] = masks.grey(of: value)
          if let mask = masks.opacity { opacity[pixel] = mask.level(of: value) }
        }
      }
    }
  }

  /// Fills the canvas from pairs of a count and a pixel (RLE8 and RLE4).
  ///
  /// A count of 0 begins an order: 0 ends the row, 1 the picture, 2 moves, and from 3 on so many pixels
  /// follow as they are.
  mutating func fill(fromRunsIn bytes: [UInt8], _ layout: BMPLayout) {
    let isNarrow = layout.bitsPerPixel == 4
    var position = layout.pixels
    var (x, y) = (0, 0)
    while y < height, position + 1 < bytes.count {
      let (count, value) = (Int(bytes[position]), Int(bytes[position + 1]))
      position += 2
      switch (count, value) {
      case (0, 0):
        (x, y) = (0, y + 1)
      case (0, 1):
        return
      case (0, 2):
        guard position + 1 < bytes.count else { break }
        x += Int(bytes[position])
        y += Int(bytes[position + 1])
        position += 2
      case (0, let literal):
        let byteCount = isNarrow ? (literal + 1) / 2 : literal
        guard position + byteCount <= bytes.count else {
          isWhole = false
          return
        }
        for index in 0..<literal {
          let byte = Int(bytes[position + (isNarrow ? index / 2 : index)])
          put(isNarrow ? (index % 2 == 0 ? byte >> 4 : byte & 15) : byte, at: &x, y, layout)
        }
        position += byteCount + byteCount % 2
      default:
        for index in 0..<count {
          put(isNarrow ? (index % 2 == 0 ? value >> 4 : value & 15) : value, at: &x, y, layout)
        }
      }
    }
    isWhole = y >= height
  }

  private mutating func put(_ colour: Int, at x: inout Int, _ y: Int, _ layout: BMPLayout) {
    defer { x += 1 }
    if x < width, y < height { grey[y * width + x] = layout.shade(colour) }
  }
}
