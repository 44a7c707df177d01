// SPDX-License-Identifier: MIT
import CTIFF

/// TIFF by libtiff: the first picture, set upright.
enum TIFFDecoder {
  static func raster(of bytes: [UInt8], _ header: PictureHeader) throws(PictureError) -> Raster? {
    guard ctiff_load() == 1 else { throw .unsupported(.tiff) }
    var pixels = [UInt32](repeating: 0, count: header.width * header.height)
    // Sound: both buffers are as long as is said, and the decoder keeps neither.
    let outcome = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe pixels.withUnsafeMutableBufferPointer { pixels in
        unsafe ctiff_decode(
          buffer.baseAddress,
          buffer.count,
          pixels.baseAddress,
          UInt32(header.width),
          UInt32(header.height)
        )
      }
    }
    guard outcome >= 0 else { return nil }
    var grey: [UInt8] = []
    grey.reserveCapacity(pixels.count)
    for pixel in pixels { grey.append(self.grey(of: pixel)) }
    var opacity: [UInt8]?
    if pixels.contains(where: { $0 >> 24 != 255 }) { opacity = pixels.map { UInt8($0 >> 24) } }
    return Raster(
      width: header.width,
      height: header.height,
      grey: grey,
      opacity: opacity,
      isWhole: outcome == 1
    )
  }

  /// Weighs the colours of a pixel 0xAABBGGRR, and takes out of them that they are multiplied by AA.
  private static func grey(of pixel: UInt32) -> UInt8 {
    let grey = Raster.grey(
      red: UInt8(truncatingIfNeeded: pixel),
      green: UInt8(truncatingIfNeeded: pixel >> 8),
      blue: UInt8(truncatingIfNeeded: pixel >> 16)
    )
    let opacity = pixel >> 24
    return opacity == 255 || opacity == 0 ? grey : UInt8(min(255, UInt32(grey) * 255 / opacity))
  }
}
