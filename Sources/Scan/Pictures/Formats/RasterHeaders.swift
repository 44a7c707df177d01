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
