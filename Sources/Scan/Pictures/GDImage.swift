// SPDX-License-Identifier: MIT
import CGD

/// Owns one decoded picture of libgd and frees it at the end of its life.
@safe struct GDImage: ~Copyable {
  private let image: gdImagePtr

  /// Whether the decoder had nothing to complain of; if not, a part of the pixels is a guess.
  let isWhole: Bool

  /// Decodes a picture whose header was found to be in order.
  ///
  /// - Returns: `nil` when libgd cannot decode the bytes, or has no memory for it.
  init?(decoding bytes: [UInt8], as format: PictureFormat) {
    _ = Self.silence
    guard let size = CInt(exactly: bytes.count) else { return nil }
    // Sound: libgd reads `size` bytes from memory that it is told not to free, only during the call.
    let (decoded, isWhole) = unsafe bytes.withUnsafeBytes { buffer -> (gdImagePtr?, Bool) in
      let data = unsafe UnsafeMutableRawPointer(mutating: buffer.baseAddress)
      switch format {
      case .png: return unsafe (gdImageCreateFromPngPtr(size, data), true)
      case .webp: return unsafe (gdImageCreateFromWebpPtr(size, data), true)
      case .gif: return unsafe (gdImageCreateFromGifPtr(size, data), true)
      case .bmp: return unsafe (gdImageCreateFromBmpPtr(size, data), true)
      case .tiff: return unsafe (gdImageCreateFromTiffPtr(size, data), true)
      case .jpeg:
        // A JPEG that was cut short still shows its upper part, which may hold the code.
        if let whole = unsafe gdImageCreateFromJpegPtrEx(size, data, 0) {
          return unsafe (whole, true)
        }
        return unsafe (gdImageCreateFromJpegPtrEx(size, data, 1), false)
      case .heif, .avif: return (nil, false)
      }
    }
    guard let decoded = unsafe decoded else { return nil }
    // Sound: `decoded` is a live image that nobody else holds.
    guard unsafe gdImagePaletteToTrueColor(decoded) != 0 else {
      unsafe gdImageDestroy(decoded)
      return nil
    }
    unsafe image = decoded
    self.isWhole = isWhole
  }

  deinit {
    // Sound: the image is ours alone and used no more.
    unsafe gdImageDestroy(image)
  }

  /// The width in pixels.
  var width: Int { unsafe Int(image.pointee.sx) }

  /// The height in pixels.
  var height: Int { unsafe Int(image.pointee.sy) }

  /// Visits the pixels from the top left, row by row.
  ///
  /// - Parameter visit: takes 0xAARRGGBB, where AA goes from 0, opaque, to 127, clear.
  borrowing func forEachPixel(_ visit: (UInt32) -> Void) {
    let width = width
    for y in 0..<height {
      // Sound: a true-colour image has `sy` rows of `sx` pixels each.
      let row = unsafe UnsafeBufferPointer(start: image.pointee.tpixels[y], count: width)
      for x in 0..<width { visit(UInt32(bitPattern: unsafe row[x])) }
    }
  }

  /// Stops libgd from printing on the standard error, once for the whole process.
  private static let silence: Void = unsafe gdSetErrorMethod { _, _, _ in }
}
