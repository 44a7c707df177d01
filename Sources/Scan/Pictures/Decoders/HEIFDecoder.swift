// SPDX-License-Identifier: MIT
import CHEIF

/// HEIF and AVIF by libheif: the primary picture, set upright.
enum HEIFDecoder {
  static func raster(of bytes: [UInt8], _ header: PictureHeader) throws(PictureError) -> Raster? {
    guard cheif_load() == 1 else { throw .unsupported(header.format) }
    // Sound: the bytes stay where they are until the picture, which reads them, is closed.
    return unsafe bytes.withUnsafeBufferPointer { buffer -> Raster? in
      let most = header.width * header.height
      guard let picture = unsafe cheif_decode(buffer.baseAddress, buffer.count, most) else {
        return nil
      }
      defer { unsafe cheif_close(picture) }
      let width = Int(unsafe cheif_width(picture))
      let height = Int(unsafe cheif_height(picture))
      let hasOpacity = unsafe cheif_has_opacity(picture) != 0
      var grey: [UInt8] = []
      var opacity: [UInt8] = []
      grey.reserveCapacity(width * height)
      opacity.reserveCapacity(hasOpacity ? width * height : 0)
      for y in 0..<height {
        // Sound: a row has four bytes a pixel and lives as long as the picture.
        let row = unsafe UnsafeBufferPointer(start: cheif_row(picture, Int32(y)), count: 4 * width)
        for x in stride(from: 0, to: 4 * width, by: 4) {
          let (red, green, blue) = unsafe (row[x], row[x + 1], row[x + 2])
          grey.append(Raster.grey(red: red, green: green, blue: blue))
          if hasOpacity { opacity.append(unsafe row[x + 3]) }
        }
      }
      return Raster(
        width: width,
        height: height,
        grey: grey,
        opacity: hasOpacity ? opacity : nil
      )
    }
  }
}
