// SPDX-License-Identifier: MIT

/// HEIF and AVIF: boxes, each with its length and its name before it (ISO/IEC 14496-12 §4.2), numbers
/// big-endian.
enum HEIFHeader {
  /// Reads the largest sides that any picture of the file claims (`ispe`, ISO/IEC 23008-12 §6.5.3).
  static func size(in bytes: Span<UInt8>) -> PixelSize? {
    // `meta` has a version and flags before its boxes.
    guard let meta = box("meta", in: bytes, 0..<bytes.count), meta.count >= 4,
      let properties = box("iprp", in: bytes, meta.lowerBound + 4..<meta.upperBound),
      let container = box("ipco", in: bytes, properties)
    else { return nil }
    var (width, height) = (0, 0)
    var rest = container
    while let property = nextBox(in: bytes, &rest) {
      guard property.name == "ispe" else { continue }
      width = max(width, bytes.uint32BE(at: property.content.lowerBound + 4) ?? 0)
      height = max(height, bytes.uint32BE(at: property.content.lowerBound + 8) ?? 0)
    }
    return PixelSize(width: width, height: height)
  }

  private static func box(
    _ name: String,
    in bytes: Span<UInt8>,
    _ range: Range<Int>
  ) -> Range<Int>? {
    var rest = range
    while let box = nextBox(in: bytes, &rest) {
      if box.name == name { return box.content }
    }
    return nil
  }

  private static func nextBox(
    in bytes: Span<UInt8>,
    _ rest: inout Range<Int>
  ) -> (name: String, content: Range<Int>)? {
    let start = rest.lowerBound
    guard rest.count >= 8, let short = bytes.uint32BE(at: start) else { return nil }
    var (headerSize, size) = (8, short)
    if short == 1 {
      // A length of eight bytes follows, of which a file this short needs four.
      guard rest.count >= 16, bytes.uint32BE(at: start + 8) == 0,
        let long = bytes.uint32BE(at: start + 12)
      else { return nil }
      (headerSize, size) = (16, long)
    }
    // A length of 0 means up to the end; a box that is cut short ends there too.
    let end = size == 0 ? rest.upperBound : min(start + size, rest.upperBound)
    guard end >= start + headerSize else { return nil }
    var name = ""
    for offset in 4..<8 { name.unicodeScalars.append(Unicode.Scalar(bytes[start + offset])) }
    rest = end..<rest.upperBound
    return (name, start + headerSize..<end)
  }
}
