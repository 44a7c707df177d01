// SPDX-License-Identifier: MIT
import CWebP

/// WebP by libwebp: lossy and lossless, and the first frame of a moving picture.
enum WebPDecoder {
  static func raster(of bytes: [UInt8], _ header: PictureHeader) -> Raster? {
    let frame = WebPHeader.firstFrame(in: bytes.span).map { Array(bytes[$0]) } ?? bytes
    return unsafe frame.withUnsafeBufferPointer { buffer -> Raster? in
      var isDecoded = false
      // Sound: all buffers are as long as is said, and the decoder keeps none.
      let hasOpacity = unsafe webp_has_opacity(buffer.baseAddress, buffer.count) == 1
      var opacity = [UInt8](repeating: 255, count: hasOpacity ? header.width * header.height : 0)
      let grey = unsafe [UInt8](count: header.width * header.height) { grey in
        unsafe opacity.withUnsafeMutableBufferPointer { opacity in
          isDecoded =
            unsafe webp_grey(
              buffer.baseAddress,
              buffer.count,
              grey,
              hasOpacity ? opacity.baseAddress : nil,
              Int32(header.width),
              Int32(header.height)
            ) == 1
        }
      }
      guard isDecoded else { return nil }
      return Raster(
        width: header.width,
        height: header.height,
        grey: grey,
        opacity: hasOpacity ? opacity : nil
      )
    }
  }
}
