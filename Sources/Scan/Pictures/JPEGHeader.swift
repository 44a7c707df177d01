// SPDX-License-Identifier: MIT

enum JPEGHeader {
  private static let startOfScan = 0xDA
  private static let endOfImage = 0xD9

  /// Walks the marker segments to the first frame header.
  ///
  /// Numbers are big-endian (ITU-T T.81 §B.1–B.2.2).
  static func size(in bytes: Span<UInt8>) -> PixelSize? {
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
      if isFrame(marker) {
        return PixelSize(
          width: bytes.uint16BE(at: position + 5),
          height: bytes.uint16BE(at: position + 3)
        )
      }
      guard let length = bytes.uint16BE(at: position), length >= 2 else { return nil }
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
