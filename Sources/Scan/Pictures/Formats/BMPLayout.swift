// SPDX-License-Identifier: MIT

/// What the headers of a bitmap say of its pixels; numbers are little-endian.
struct BMPLayout {
  /// How the pixels are packed.
  enum Compression {
    case none
    case runs
  }

  /// 1, 2, 4, 8, 16, 24 or 32.
  let bitsPerPixel: Int
  let compression: Compression
  /// Where the pixels begin.
  let pixels: Int
  /// Whether the top row comes first.
  let isTopFirst: Bool
  /// Where the colours of 16 bits and more are.
  let masks: BMPMasks?
  /// The brightness of each colour of a palette.
  private let palette: [UInt8]

  /// Reads the headers; `nil` when they contradict themselves or end too soon.
  ///
  /// - Throws: ``PictureError/unsupported(_:)`` for pixels packed in a way of other formats.
  init?(parsing bytes: Span<UInt8>) throws(PictureError) {
    guard let pixels = bytes.uint32LE(at: 10), let headerSize = bytes.uint32LE(at: 14) else {
      return nil
    }
    let isOld = headerSize == 12
    guard let bits = bytes.uint16LE(at: isOld ? 24 : 28) else { return nil }
    let method = headerSize >= 40 ? bytes.uint32LE(at: 30) : 0
    switch (method, bits) {
    case (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 24), (0, 32): compression = .none
    case (1, 8), (2, 4): compression = .runs
    case (3, 16), (3, 32), (6, 16), (6, 32): compression = .none
    case (nil, _), (0, _): return nil
    default: throw .unsupported(.bmp)
    }
    self.pixels = pixels
    bitsPerPixel = bits
    isTopFirst = !isOld && (bytes.uint32LE(at: 22) ?? 0) >= 1 << 31
    // The masks belong to the header from its 52nd byte on, and follow a shorter one.
    let hasMasks = method == 3 || method == 6
    masks = bits <= 8 ? nil : hasMasks ? BMPMasks(parsing: bytes, headerSize, method) : .usual(bits)
    if bits > 8 && masks == nil { return nil }
    palette = bits > 8 ? [] : Self.palette(in: bytes, after: headerSize, end: pixels, bits)
  }

  /// Looks a colour up; what the palette does not have is black.
  func shade(_ colour: Int) -> UInt8 { colour < palette.count ? palette[colour] : 0 }

  private static func palette(
    in bytes: Span<UInt8>,
    after headerSize: Int,
    end: Int,
    _ bits: Int
  ) -> [UInt8] {
    let entry = headerSize == 12 ? 3 : 4
    let start = 14 + headerSize
    let room = max(0, min(end, bytes.count) - start) / entry
    return (0..<min(room, 1 << bits)).map { index in
      let place = start + index * entry
      return Raster.grey(red: bytes[place + 2], green: bytes[place + 1], blue: bytes[place])
    }
  }
}

/// Where in a pixel the colours are.
struct BMPMasks {
  let red: BMPMask
  let green: BMPMask
  let blue: BMPMask
  let opacity: BMPMask?

  /// Five bits a colour in 16, eight in 24 and 32.
  static func usual(_ bits: Int) -> BMPMasks {
    bits == 16
      ? BMPMasks(red: 0x7C00, green: 0x03E0, blue: 0x001F)
      : BMPMasks(red: 0xFF0000, green: 0x00FF00, blue: 0x0000FF)
  }

  private init(red: UInt32, green: UInt32, blue: UInt32) {
    self.red = BMPMask(red)
    self.green = BMPMask(green)
    self.blue = BMPMask(blue)
    opacity = nil
  }

  init?(parsing bytes: Span<UInt8>, _ headerSize: Int, _ method: Int?) {
    func mask(_ offset: Int) -> BMPMask? {
      bytes.uint32LE(at: offset).map { BMPMask(UInt32(truncatingIfNeeded: $0)) }
    }
    guard let red = mask(54), let green = mask(58), let blue = mask(62) else { return nil }
    let hasOpacity = method == 6 || headerSize >= 56
    let opacity = hasOpacity ? mask(66) : nil
    self.red = red
    self.green = green
    self.blue = blue
    self.opacity = opacity?.isEmpty == false ? opacity : nil
  }

  /// Weighs the colours of a pixel.
  func grey(of pixel: UInt32) -> UInt8 {
    Raster.grey(
      red: red.level(of: pixel),
      green: green.level(of: pixel),
      blue: blue.level(of: pixel)
    )
  }
}

/// The bits of one colour in a pixel.
struct BMPMask {
  private let mask: UInt32
  private let shift: UInt32
  private let most: UInt32

  init(_ mask: UInt32) {
    self.mask = mask
    shift = mask == 0 ? 0 : UInt32(mask.trailingZeroBitCount)
    most = mask >> shift
  }

  var isEmpty: Bool { mask == 0 }

  /// Takes the colour out, stretched to 0…255.
  func level(of pixel: UInt32) -> UInt8 {
    guard most != 255 else { return UInt8((pixel & mask) >> shift) }
    return most == 0 ? 0 : UInt8(UInt64((pixel & mask) >> shift) * 255 / UInt64(most))
  }
}
