// SPDX-License-Identifier: MIT

enum TIFFHeader {
  static let classicVersion = 42
  static let bigVersion = 43

  private static let imageWidth = 256
  private static let imageLength = 257
  private static let short = 3
  private static let long = 4

  /// Looks the size up in the first image file directory, in the file's byte order (TIFF 6.0 §2).
  ///
  /// - Throws: ``PictureError/unsupported(_:)`` for BigTIFF.
  static func size(in bytes: Span<UInt8>) throws(PictureError) -> PixelSize? {
    let isLittle = bytes.holds("II".utf8, at: 0)
    func uint16(_ offset: Int) -> Int? {
      isLittle ? bytes.uint16LE(at: offset) : bytes.uint16BE(at: offset)
    }
    func uint32(_ offset: Int) -> Int? {
      isLittle ? bytes.uint32LE(at: offset) : bytes.uint32BE(at: offset)
    }
    guard uint16(2) == classicVersion else { throw .unsupported(.tiff) }
    guard let directory = uint32(4), let entries = uint16(directory) else { return nil }
    var width: Int?
    var height: Int?
    for index in 0..<entries {
      let entry = directory + 2 + 12 * index
      guard let tag = uint16(entry), let type = uint16(entry + 2) else { return nil }
      guard tag == imageWidth || tag == imageLength else { continue }
      let value = type == short ? uint16(entry + 8) : type == long ? uint32(entry + 8) : nil
      // A tag given twice is read in more than one way; the larger number is the safe one.
      if tag == imageWidth { width = max(width ?? 0, value ?? 0) }
      if tag == imageLength { height = max(height ?? 0, value ?? 0) }
    }
    return PixelSize(width: width, height: height)
  }
}
