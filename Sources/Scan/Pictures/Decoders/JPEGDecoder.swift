// SPDX-License-Identifier: MIT
import CJPEG

/// JPEG by libjpeg-turbo, straight to grey, turned as its Exif data ask.
enum JPEGDecoder {
  static func raster(of bytes: [UInt8], _ header: PictureHeader) -> Raster? {
    var outcome: Int32 = -1
    let grey = unsafe [UInt8](count: header.width * header.height) { pixels in
      // Sound: both buffers are as long as is said, and the decoder keeps neither.
      unsafe bytes.withUnsafeBufferPointer { buffer in
        outcome = unsafe jpeg_grey(
          buffer.baseAddress,
          buffer.count,
          pixels,
          UInt32(header.width),
          UInt32(header.height)
        )
      }
    }
    guard outcome >= 0 else { return nil }
    let upright = Luminance(width: header.width, height: header.height, pixels: grey)
      .turned(ExifOrientation(inJPEG: bytes.span))
    return Raster(
      width: upright.width,
      height: upright.height,
      grey: upright.pixels,
      isWhole: outcome == 1
    )
  }
}
