// SPDX-License-Identifier: MIT
import CPNG

/// PNG by libpng: every colour type, depth and interlacing.
enum PNGDecoder {
  static func raster(of bytes: [UInt8], _ header: PictureHeader) -> Raster? {
    // Sound: the bytes stay where they are until the picture, which reads them, is closed.
    unsafe bytes.withUnsafeBufferPointer { buffer -> Raster? in
      guard let picture = unsafe png_picture_open(buffer.baseAddress, buffer.count) else {
        return nil
      }
      defer { unsafe png_picture_close(picture) }
      // Sound: the picture is open, and the room for the pixels as large as it says.
      let channels = Int(unsafe png_picture_channels(picture))
      guard unsafe png_picture_width(picture) == header.width,
        unsafe png_picture_height(picture) == header.height
      else { return nil }
      var isWhole = false
      let pixels = unsafe [UInt8](count: header.width * header.height * channels) {
        isWhole = unsafe png_picture_read(picture, $0) == 1
      }
      guard channels == 2 else {
        return Raster(
          width: header.width,
          height: header.height,
          grey: pixels,
          isWhole: isWhole
        )
      }
      return Raster(pairs: pixels, header, isWhole: isWhole)
    }
  }
}

extension Raster {
  /// Parts pixels that are pairs of grey and opacity.
  fileprivate init(pairs: [UInt8], _ header: PictureHeader, isWhole: Bool) {
    var grey: [UInt8] = []
    var opacity: [UInt8] = []
    grey.reserveCapacity(pairs.count / 2)
    opacity.reserveCapacity(pairs.count / 2)
    for index in stride(from: 0, to: pairs.count, by: 2) {
      grey.append(pairs[index])
      opacity.append(pairs[index + 1])
    }
    self.init(
      width: header.width,
      height: header.height,
      grey: grey,
      opacity: opacity,
      isWhole: isWhole
    )
  }
}
