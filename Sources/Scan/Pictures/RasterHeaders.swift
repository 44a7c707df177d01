// SPDX-License-Identifier: MIT

// The headers whose size stands at a fixed place. Each answers `nil` when the bytes end too soon.

enum PNGHeader {
  /// Reads IHDR, which must come first; numbers are big-endian (ISO/IEC 15948 §11.2.2).
  static func size(in bytes: Span<UInt8>) -> PixelSize? {
    guard bytes.holds("IHDR".utf8, at: 12) else { return nil }
    return PixelSize(width: bytes.uint32BE(at: 16), height: bytes.uint32BE(at: 20))
  }
}

enum GIFHeader {
  /// The byte that ends a file (GIF89a §27).
  static let trailer: UInt8 = 0x3B

  /// Reads the logical screen, which every frame must fit; numbers are little-endian (GIF89a §18).
  static func size(in bytes: Span<UInt8>) -> PixelSize? {
    PixelSize(width: bytes.uint16LE(at: 6), height: bytes.uint16LE(at: 8))
  }
}

enum BMPHeader {
  /// The sizes in bytes that the second header can have: OS/2 1 and 2, Windows 3 and its successors.
  static let knownSizes = [12, 16, 40, 52, 56, 64, 108, 124]

  /// Reads the second header; a negative height means that the top row comes first.
  static func size(in bytes: Span<UInt8>) -> PixelSize? {
    guard let headerSize = bytes.uint32LE(at: 14) else { return nil }
    if headerSize == 12 {
      return PixelSize(width: bytes.uint16LE(at: 18), height: bytes.uint16LE(at: 20))
    }
    guard let width = bytes.uint32LE(at: 18), let height = bytes.uint32LE(at: 22) else {
      return nil
    }
    let signedHeight = Int(Int32(truncatingIfNeeded: height))
    return PixelSize(width: width, height: abs(signedHeight))
  }
}

enum WebPHeader {
  /// Reads the first chunk: lossy, lossless or extended.
  ///
  /// Numbers are little-endian (RFC 9649 §2.5–2.7).
  ///
  /// - Throws: ``PictureError/unsupported(_:)`` for a moving picture.
  static func size(in bytes: Span<UInt8>) throws(PictureError) -> PixelSize? {
    if bytes.holds("VP8 ".utf8, at: 12) {
      guard bytes.holds([0x9D, 0x01, 0x2A], at: 23) else { return nil }
      // The upper two bits of each number ask for upscaling, which decoders leave alone.
      return PixelSize(
        width: bytes.uint16LE(at: 26).map { $0 & 0x3FFF },
        height: bytes.uint16LE(at: 28).map { $0 & 0x3FFF }
      )
    }
    if bytes.holds("VP8L".utf8, at: 12) {
      guard bytes.uint8(at: 20) == 0x2F, let packed = bytes.uint32LE(at: 21) else { return nil }
      return PixelSize(width: packed & 0x3FFF + 1, height: packed >> 14 & 0x3FFF + 1)
    }
    guard bytes.holds("VP8X".utf8, at: 12), let flags = bytes.uint8(at: 20) else { return nil }
    let isAnimated = flags & 0x02 != 0
    if isAnimated { throw .unsupported(.webp) }
    return PixelSize(
      width: bytes.uint24LE(at: 24).map { $0 + 1 },
      height: bytes.uint24LE(at: 27).map { $0 + 1 }
    )
  }
}
