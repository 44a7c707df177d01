// SPDX-License-Identifier: MIT

// Numbers are little-endian (RFC 9649 §2.5–2.7). Every reader answers `nil` when the bytes end too soon.
enum WebPHeader {
  private static let firstChunk = 12
  private static let animationFlag = 0x02
  /// A frame's place, size, duration and flags, before its picture.
  private static let frameHeaderByteCount = 16

  /// Reads the size: that of the picture, or of the first frame of a moving one.
  static func size(in bytes: Span<UInt8>) -> PixelSize? {
    guard bytes.holds("VP8X".utf8, at: firstChunk), let flags = bytes.uint8(at: 20) else {
      return pictureSize(in: bytes, at: firstChunk)
    }
    guard flags & animationFlag != 0 else { return size(in: bytes, at: 24) }
    guard let frame = firstFrame(in: bytes) else { return nil }
    return size(in: bytes, at: frame.lowerBound - frameHeaderByteCount + 6)
  }

  /// Finds the picture of the first frame of a moving picture: chunks as a still one has them.
  static func firstFrame(in bytes: Span<UInt8>) -> Range<Int>? {
    var position = firstChunk
    while let length = bytes.uint32LE(at: position + 4) {
      let start = position + 8
      if bytes.holds("ANMF".utf8, at: position) {
        let end = min(start + length, bytes.count)
        let picture = start + frameHeaderByteCount
        return picture < end ? picture..<end : nil
      }
      // A chunk of an odd length has a byte behind it.
      position = start + length + length % 2
    }
    return nil
  }

  /// Reads the chunk of a picture: lossy or lossless.
  private static func pictureSize(in bytes: Span<UInt8>, at chunk: Int) -> PixelSize? {
    let content = chunk + 8
    if bytes.holds("VP8 ".utf8, at: chunk) {
      guard bytes.holds([0x9D, 0x01, 0x2A], at: content + 3) else { return nil }
      // The upper two bits of each number ask for upscaling, which decoders leave alone.
      return PixelSize(
        width: bytes.uint16LE(at: content + 6).map { $0 & 0x3FFF },
        height: bytes.uint16LE(at: content + 8).map { $0 & 0x3FFF }
      )
    }
    guard bytes.holds("VP8L".utf8, at: chunk), bytes.uint8(at: content) == 0x2F,
      let packed = bytes.uint32LE(at: content + 1)
    else { return nil }
    return PixelSize(width: packed & 0x3FFF + 1, height: packed >> 14 & 0x3FFF + 1)
  }

  /// Reads a size as two numbers of three bytes, each less by one.
  private static func size(in bytes: Span<UInt8>, at offset: Int) -> PixelSize? {
    PixelSize(
      width: bytes.uint24LE(at: offset).map { $0 + 1 },
      height: bytes.uint24LE(at: offset + 3).map { $0 + 1 }
    )
  }
}
