// SPDX-License-Identifier: MIT
import CGD
import Synchronization

/// Owns one decoded picture of libgd and frees it at the end of its life.
@safe struct GDImage: ~Copyable {
  private let image: gdImagePtr

  /// Whether the decoder had nothing to complain of; if not, a part of the pixels is a guess.
  let isWhole: Bool

  /// Decodes a picture whose header was found to be in order.
  ///
  /// - Returns: `nil` when libgd cannot decode the bytes, or has no memory for it.
  init?(decoding bytes: [UInt8], as format: PictureFormat) {
    guard let size = CInt(exactly: bytes.count) else { return nil }
    _ = Self.takesComplaints
    // Nobody else's complaints in the meantime.
    let (decoded, hadComplaints) = unsafe Self.oneAtATime.withLock { _ in
      let before = Self.complaints.load(ordering: .relaxed)
      let decoded = unsafe Self.decode(bytes, size, as: format)
      return unsafe (decoded, Self.complaints.load(ordering: .relaxed) != before)
    }
    guard let decoded = unsafe decoded else { return nil }
    // Sound: `decoded` is a live image that nobody else holds.
    guard unsafe gdImagePaletteToTrueColor(decoded) != 0 else {
      unsafe gdImageDestroy(decoded)
      return nil
    }
    unsafe image = decoded
    // libgd makes do with the first part of a JPEG and complains, and of a GIF without a word.
    isWhole = !hadComplaints && (format != .gif || bytes.last == GIFHeader.trailer)
  }

  private static func decode(
    _ bytes: [UInt8],
    _ size: CInt,
    as format: PictureFormat
  ) -> gdImagePtr? {
    // Sound: libgd reads `size` bytes from memory that it is told not to free, only during the call.
    unsafe bytes.withUnsafeBytes { buffer in
      let data = unsafe UnsafeMutableRawPointer(mutating: buffer.baseAddress)
      switch format {
      case .png: return unsafe gdImageCreateFromPngPtr(size, data)
      case .jpeg: return unsafe gdImageCreateFromJpegPtrEx(size, data, 0)
      case .webp: return unsafe gdImageCreateFromWebpPtr(size, data)
      case .gif: return unsafe gdImageCreateFromGifPtr(size, data)
      case .bmp: return unsafe gdImageCreateFromBmpPtr(size, data)
      case .tiff: return unsafe gdImageCreateFromTiffPtr(size, data)
      case .heif, .avif: return nil
      }
    }
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
  /// - Parameter visit: takes a pixel as 0xAARRGGBB; for AA see ``clearness(of:)``.
  borrowing func forEachPixel(_ visit: (UInt32) -> Void) {
    let width = width
    for y in 0..<height {
      // Sound: a true-colour image has `sy` rows of `sx` pixels each.
      let row = unsafe UnsafeBufferPointer(start: image.pointee.tpixels[y], count: width)
      for x in 0..<width { visit(UInt32(bitPattern: unsafe row[x])) }
    }
  }

  /// Takes the transparency out of a pixel: 0 is opaque and 127 clear.
  static func clearness(of pixel: UInt32) -> UInt32 { pixel >> 24 & 0x7F }

  /// Held while libgd decodes, since it complains to the whole process.
  private static let oneAtATime = Mutex(())

  /// How many errors and warnings libgd has had to report, of any image.
  private static let complaints = Atomic(0)

  /// Has libgd count its complaints, rather than print them on the standard error.
  private static let takesComplaints: Void = unsafe gdSetErrorMethod { _, _, _ in
    GDImage.complaints.add(1, ordering: .relaxed)
  }
}
