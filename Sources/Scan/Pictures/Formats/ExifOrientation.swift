// SPDX-License-Identifier: MIT

/// How a camera was held: what has to be done to a picture to set it upright.
///
/// The raw values are those of the tag Orientation (TIFF 6.0 §8, Exif 2.3 §4.6.4 A).
enum ExifOrientation: Int {
  case upright = 1
  case mirrored
  case upsideDown
  case mirroredUpsideDown
  case mirroredTurnedLeft
  case turnedLeft
  case mirroredTurnedRight
  case turnedRight

  private static let tag = 0x0112
  private static let short = 3

  /// Reads the orientation out of a JPEG's APP1 segment; upright when there is none that makes sense.
  init(inJPEG bytes: Span<UInt8>) {
    self = Self.value(inJPEG: bytes).flatMap(Self.init(rawValue:)) ?? .upright
  }

  private static func value(inJPEG bytes: Span<UInt8>) -> Int? {
    guard let segment = JPEGHeader.exif(in: bytes) else { return nil }
    let exif = bytes.extracting(segment)
    let isLittle = exif.holds("II".utf8, at: 0)
    func uint16(_ offset: Int) -> Int? {
      isLittle ? exif.uint16LE(at: offset) : exif.uint16BE(at: offset)
    }
    func uint32(_ offset: Int) -> Int? {
      isLittle ? exif.uint32LE(at: offset) : exif.uint32BE(at: offset)
    }
    guard uint16(2) == TIFFHeader.classicVersion, let directory = uint32(4),
      let entries = uint16(directory)
    else { return nil }
    for index in 0..<entries {
      let entry = directory + 2 + 12 * index
      guard let tag = uint16(entry) else { return nil }
      if tag == Self.tag { return uint16(entry + 2) == short ? uint16(entry + 8) : nil }
    }
    return nil
  }
}

extension Luminance {
  /// Returns the picture set upright.
  func turned(_ orientation: ExifOrientation) -> Luminance {
    switch orientation {
    case .upright: self
    case .mirrored: mirrored()
    case .upsideDown: mirrored().flipped()
    case .mirroredUpsideDown: flipped()
    case .mirroredTurnedLeft: transposed()
    case .turnedLeft: transposed().mirrored()
    case .mirroredTurnedRight: transposed().mirrored().flipped()
    case .turnedRight: transposed().flipped()
    }
  }
}
