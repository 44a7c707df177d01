// SPDX-License-Identifier: MIT

/// GIF: the first frame on the clear screen that the header describes.
///
/// Numbers are little-endian.
enum GIFDecoder {
  private static let imageSeparator = 0x2C
  private static let extensionIntroducer = 0x21
  private static let graphicControl = 0xF9

  static func raster(of bytes: [UInt8], _ header: PictureHeader) -> Raster? {
    let file = bytes.span
    guard let screen = file.uint8(at: 10) else { return nil }
    let globalColours = colourCount(screen)
    var position = 13 + 3 * globalColours
    var clearIndex: Int?
    while let introducer = file.uint8(at: position) {
      switch introducer {
      case extensionIntroducer:
        // Its flags say whether one index stands for clear pixels (GIF89a §23).
        if file.uint8(at: position + 1) == graphicControl, let flags = file.uint8(at: position + 3)
        {
          clearIndex = flags & 1 == 0 ? nil : file.uint8(at: position + 6)
        }
        position = skipBlocks(in: file, at: position + 2)
      case imageSeparator:
        let global = palette(in: file, at: 13, globalColours)
        let frame = GIFFrame(in: file, at: position, global, clear: clearIndex)
        return frame?.raster(onScreenOf: header)
      default:
        return nil
      }
    }
    return nil
  }

  /// How many colours the flags of a screen or a frame announce.
  static func colourCount(_ flags: Int) -> Int { flags & 0x80 == 0 ? 0 : 2 << (flags & 7) }

  static func palette(in bytes: Span<UInt8>, at start: Int, _ count: Int) -> [UInt8] {
    var palette: [UInt8] = []
    for index in 0..<count where start + 3 * index + 2 < bytes.count {
      let place = start + 3 * index
      palette.append(
        Raster.grey(red: bytes[place], green: bytes[place + 1], blue: bytes[place + 2])
      )
    }
    return palette
  }

  /// Finds the end of a chain of blocks, each with its length before it; an empty one ends the chain.
  private static func skipBlocks(in bytes: Span<UInt8>, at start: Int) -> Int {
    var position = start
    while let length = bytes.uint8(at: position) {
      position += 1 + length
      if length == 0 { break }
    }
    return position
  }
}

/// One frame of a GIF.
private struct GIFFrame {
  private let left: Int
  private let top: Int
  private let width: Int
  private let height: Int
  private let isInterlaced: Bool
  private let palette: [UInt8]
  private let clear: Int?
  private let indices: [UInt8]

  init?(in bytes: Span<UInt8>, at start: Int, _ global: [UInt8], clear: Int?) {
    guard let left = bytes.uint16LE(at: start + 1), let top = bytes.uint16LE(at: start + 3),
      let width = bytes.uint16LE(at: start + 5), let height = bytes.uint16LE(at: start + 7),
      let flags = bytes.uint8(at: start + 9), width > 0, height > 0
    else { return nil }
    self.left = left
    self.top = top
    self.width = width
    self.height = height
    self.clear = clear
    isInterlaced = flags & 0x40 != 0
    let colours = GIFDecoder.colourCount(flags)
    palette = colours == 0 ? global : GIFDecoder.palette(in: bytes, at: start + 10, colours)
    // A frame may claim more than the screen, which is what was held against the limits.
    guard PictureLimit.standard.allSatisfy({ $0.allows(width: width, height: height) }),
      let codeSize = bytes.uint8(at: start + 10 + 3 * colours), (1...8).contains(codeSize)
    else { return nil }
    indices = LZW.unpacked(
      GIFBlocks(at: start + 11 + 3 * colours, in: bytes),
      in: bytes,
      rootSize: codeSize,
      count: width * height
    )
    if indices.isEmpty { return nil }
  }

  /// Lays the frame on a clear screen.
  func raster(onScreenOf header: PictureHeader) -> Raster {
    let count = header.width * header.height
    var grey = [UInt8](repeating: 255, count: count)
    var opacity = [UInt8](repeating: 0, count: count)
    let rows = rowOrder()
    for index in indices.indices {
      let (x, y) = (left + index % width, top + rows[index / width])
      guard x < header.width, y < header.height, Int(indices[index]) != clear else { continue }
      let pixel = y * header.width + x
      let colour = Int(indices[index])
      grey[pixel] = colour < palette.count ? palette[colour] : 0
      opacity[pixel] = 255
    }
    return Raster(
      width: header.width,
      height: header.height,
      grey: grey,
      opacity: opacity,
      isWhole: indices.count == width * height
    )
  }

  /// The rows in the order of the file; interlaced ones come in four passes (GIF89a Appendix E).
  private func rowOrder() -> [Int] {
    guard isInterlaced else { return Array(0..<height) }
    var order: [Int] = []
    for (first, step) in [(0, 8), (4, 8), (2, 4), (1, 2)] {
      order.append(contentsOf: stride(from: first, to: height, by: step))
    }
    return order
  }
}

/// Walks the bytes of a chain of blocks.
struct GIFBlocks {
  private var position: Int
  private var left = 0

  init(at start: Int, in bytes: Span<UInt8>) {
    position = start
  }

  /// Takes the next byte; `nil` at the end of the chain, or of the file.
  mutating func next(in bytes: Span<UInt8>) -> Int? {
    if left == 0 {
      guard let length = bytes.uint8(at: position), length > 0 else { return nil }
      position += 1
      left = length
    }
    guard let byte = bytes.uint8(at: position) else { return nil }
    position += 1
    left -= 1
    return byte
  }
}
