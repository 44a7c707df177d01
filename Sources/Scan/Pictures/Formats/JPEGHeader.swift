// SPDX-License-Identifier: MIT

enum JPEGHeader {
  private static let startOfScan = 0xDA
  private static let endOfImage = 0xD9
  private static let app1 = 0xE1
  private static let exifName = Array("Exif\0\0".utf8)

  /// Finds the size in the first frame header.
  static func size(in bytes: Span<UInt8>) -> PixelSize? {
    guard let (frame, _) = segment(in: bytes, where: { marker, _ in isFrame(marker) }) else {
      return nil
    }
    return PixelSize(
      width: bytes.uint16BE(at: frame + 5),
      height: bytes.uint16BE(at: frame + 3)
    )
  }

  /// Finds the Exif data, a TIFF file without a picture (Exif 2.3 §4.7.2).
  static func exif(in bytes: Span<UInt8>) -> Range<Int>? {
    let found = segment(in: bytes) { marker, position in
      marker == app1 && bytes.holds(exifName, at: position + 2)
    }
    guard let (position, length) = found else { return nil }
    let start = position + 2 + exifName.count
    let end = min(position + length, bytes.count)
    return start < end ? start..<end : nil
  }

  /// Walks the marker segments up to the pixels, and finds the first that is wanted.
  ///
  /// Numbers are big-endian (ITU-T T.81 §B.1–B.2.2).
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - isWanted: takes a marker and where the length behind it stands.
  /// - Returns: where its length stands, and the length, which counts itself.
  private static func segment(
    in bytes: Span<UInt8>,
    where isWanted: (_ marker: Int, _ position: Int) -> Bool
  ) -> (position: Int, length: Int)? {
    var position = 2
    while let marker = nextMarker(in: bytes, from: &position) {
      switch marker {
      case startOfScan, endOfImage:
        return nil
      case 0x01, 0xD0...0xD8:
        continue  // TEM, RSTn and SOI stand alone, without a length.
      default:
        break
      }
      guard let length = bytes.uint16BE(at: position), length >= 2 else { return nil }
      if isWanted(marker, position) { return (position, length) }
      position += length
    }
    return nil
  }

  /// Finds the next marker as decoders do, over stray bytes and fill bytes, and stands behind it.
  private static func nextMarker(in bytes: Span<UInt8>, from position: inout Int) -> Int? {
    while position < bytes.count, bytes[position] != 0xFF { position += 1 }
    while position < bytes.count, bytes[position] == 0xFF { position += 1 }
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    // FF 00 is a stuffed byte and no marker; a standalone code makes the caller go on.
    return bytes[position] == 0 ? 0x01 : Int(bytes[position])
  }

  /// SOF0–SOF15 without DHT, JPG and DAC, which share their range.
  private static func isFrame(_ marker: Int) -> Bool {
    (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
  }
}
