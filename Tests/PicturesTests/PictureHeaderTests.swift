// SPDX-License-Identifier: MIT
import Pictures
import Testing

@Suite struct PictureHeaderTests {
  /// A header by hand, and what it says.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let bytes: [UInt8]
    let format: PictureFormat
    let width: Int
    let height: Int
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "PNG",
      bytes: Bytes.png(width: 300, height: 200),
      format: .png,
      width: 300,
      height: 200
    ),
    Case(
      name: "JPEG",
      bytes: [0xFF, 0xD8] + Bytes.jpegComment + Bytes.jpegFrame(0xC0, 300, 200),
      format: .jpeg,
      width: 300,
      height: 200
    ),
    Case(
      name: "progressive JPEG after fill bytes",
      bytes: [0xFF, 0xD8, 0xFF, 0xFF, 0xFF] + Bytes.jpegComment.dropFirst()
        + Bytes.jpegFrame(0xC2, 32_767, 1),
      format: .jpeg,
      width: 32_767,
      height: 1
    ),
    Case(
      name: "lossy WebP",
      bytes: Bytes.webp("VP8 ", [0, 0, 0, 0x9D, 1, 0x2A, 0x2C, 0x41, 0xC8, 0]),
      format: .webp,
      width: 300,
      height: 200
    ),
    Case(
      name: "lossless WebP",
      bytes: Bytes.webp("VP8L", [0x2F, 0x2B, 0xC1, 0x31, 0]),
      format: .webp,
      width: 300,
      height: 200
    ),
    Case(
      name: "extended WebP",
      bytes: Bytes.webp("VP8X", [0x10, 0, 0, 0, 0x2B, 1, 0, 0xC7, 0, 0]),
      format: .webp,
      width: 300,
      height: 200
    ),
    Case(
      name: "GIF",
      bytes: Array("GIF89a".utf8) + [0x2C, 1, 0xC8, 0],
      format: .gif,
      width: 300,
      height: 200
    ),
    Case(
      name: "Windows bitmap",
      bytes: Bytes.bmp([40, 0, 0, 0, 0x2C, 1, 0, 0, 0xC8, 0, 0, 0]),
      format: .bmp,
      width: 300,
      height: 200
    ),
    Case(
      name: "bitmap from the top",
      bytes: Bytes.bmp([40, 0, 0, 0, 0x2C, 1, 0, 0, 0x38, 0xFF, 0xFF, 0xFF]),
      format: .bmp,
      width: 300,
      height: 200
    ),
    Case(
      name: "OS/2 bitmap",
      bytes: Bytes.bmp([12, 0, 0, 0, 0x2C, 1, 0xC8, 0]),
      format: .bmp,
      width: 300,
      height: 200
    ),
    Case(
      name: "little-endian TIFF",
      bytes: [0x49, 0x49, 42, 0, 8, 0, 0, 0, 2, 0, 0, 1, 3, 0, 1, 0, 0, 0, 0x2C, 1, 0, 0]
        + [1, 1, 4, 0, 1, 0, 0, 0, 0xC8, 0, 0, 0],
      format: .tiff,
      width: 300,
      height: 200
    ),
    Case(
      name: "big-endian TIFF",
      bytes: [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 2, 1, 0, 0, 3, 0, 0, 0, 1, 1, 0x2C, 0, 0]
        + [1, 1, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0xC8],
      format: .tiff,
      width: 300,
      height: 200
    ),
  ]

  @Test(arguments: cases)
  func readsFormatAndSize(example: Case) throws {
    let header = try PictureHeader(parsing: example.bytes.span)
    #expect(header.format == example.format)
    #expect(header.width == example.width)
    #expect(header.height == example.height)
  }

  @Test(arguments: cases)
  func refusesEveryShorterHeader(example: Case) {
    let outcomes = example.bytes.indices.map { count -> PictureError? in
      let cut = Array(example.bytes[..<count])
      do throws(PictureError) {
        _ = try PictureHeader(parsing: cut.span)
        return nil
      } catch {
        return error
      }
    }
    #expect(outcomes.first == .empty)
    #expect(
      outcomes.dropFirst().allSatisfy { $0 == .notAPicture || $0 == .damaged(example.format) }
    )
  }

  @Test func refusesASideOfNoPixels() {
    #expect(throws: PictureError.damaged(.png)) {
      try PictureHeader(parsing: Bytes.png(width: 0, height: 9).span)
    }
  }

  @Test func refusesMorePixelsThanAllowed() throws {
    _ = try PictureHeader(parsing: Bytes.png(width: 8000, height: 8000).span)
    #expect(
      throws: PictureError.tooLarge(width: 8001, height: 8000, limit: .pixels(64_000_000))
    ) {
      try PictureHeader(parsing: Bytes.png(width: 8001, height: 8000).span)
    }
  }

  @Test func refusesALongerSideThanAllowed() {
    #expect(throws: PictureError.tooLarge(width: 1, height: 32_768, limit: .side(32_767))) {
      try PictureHeader(parsing: Bytes.png(width: 1, height: 32_768).span)
    }
  }

  @Test func refusesTheLargestNumbersThatAHeaderCanHold() {
    let most = Int(UInt32.max)
    #expect(throws: PictureError.tooLarge(width: most, height: most, limit: .pixels(1))) {
      try PictureHeader(
        parsing: Bytes.png(width: .max, height: .max).span,
        limits: [.pixels(1)]
      )
    }
  }

  @Test(arguments: [
    ("heic", PictureFormat.heif), ("mif1", .heif), ("avif", .avif), ("avis", .avif),
  ])
  func findsTheLargestSidesThatAHEIFClaims(brand: String, format: PictureFormat) throws {
    let sizes =
      Bytes.box("ispe", [0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 9])
      + Bytes.box("irot", [1]) + Bytes.box("ispe", [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 3, 0])
    let meta = Bytes.box("meta", [0, 0, 0, 0] + Bytes.box("iprp", Bytes.box("ipco", sizes)))
    let file = Bytes.box("ftyp", Array("\(brand)\0\0\0\0".utf8)) + meta
    let header = try PictureHeader(parsing: file.span)
    #expect(header.format == format)
    #expect(header.width == 512)
    #expect(header.height == 768)
  }

  @Test func refusesAHEIFOfNoSizeOrTooLargeAOne() {
    let start = Bytes.box("ftyp", Array("heic\0\0\0\0".utf8))
    #expect(throws: PictureError.damaged(.heif)) { try PictureHeader(parsing: start.span) }
    let most = [UInt8](repeating: 0xFF, count: 12)
    let file =
      start
      + Bytes.box(
        "meta",
        [0, 0, 0, 0] + Bytes.box("iprp", Bytes.box("ipco", Bytes.box("ispe", most)))
      )
    let side = Int(UInt32.max)
    #expect(throws: PictureError.tooLarge(width: side, height: side, limit: .side(32_767))) {
      try PictureHeader(parsing: file.span)
    }
  }

  @Test func namesVarietiesThatCannotBeDecoded() {
    let bigTIFF: [UInt8] = [0x49, 0x49, 43, 0, 8, 0, 0, 0]
    #expect(throws: PictureError.unsupported(.tiff)) { try PictureHeader(parsing: bigTIFF.span) }
  }

  @Test func findsTheFirstFrameOfAMovingWebP() throws {
    let frame = [UInt8](repeating: 0, count: 6) + [0x2B, 1, 0, 0xC7, 0, 0, 0, 0, 0, 0] + [1, 2, 3]
    let moving =
      Bytes.webp("VP8X", [0x02, 0, 0, 0, 9, 9, 0, 9, 9, 0], length: 10)
      + Array("ANIM".utf8) + [5, 0, 0, 0, 1, 2, 3, 4, 5, 0]
      + Array("ANMF".utf8) + [UInt8(frame.count), 0, 0, 0] + frame
    let header = try PictureHeader(parsing: moving.span)
    #expect(header.width == 300)
    #expect(header.height == 200)
    let still = Array(moving[..<30])
    #expect(throws: PictureError.damaged(.webp)) { try PictureHeader(parsing: still.span) }
  }

  @Test func believesTheLargerOfTwoSizesInATIFF() throws {
    let bytes: [UInt8] =
      [0x49, 0x49, 42, 0, 8, 0, 0, 0, 3, 0, 0, 1, 4, 0, 1, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x7F]
      + [0, 1, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0]
    #expect(
      throws: PictureError.tooLarge(width: 0x7FFF_FFFF, height: 1, limit: .side(32_767))
    ) { try PictureHeader(parsing: bytes.span) }
  }
}

/// Headers put together by hand.
private enum Bytes {
  static let jpegComment: [UInt8] = [0xFF, 0xFE, 0, 6, 0xFF, 0xC0, 1, 2]

  static func png(width: UInt32, height: UInt32) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
      + bigEndian(width) + bigEndian(height)
  }

  static func jpegFrame(_ marker: UInt8, _ width: UInt16, _ height: UInt16) -> [UInt8] {
    [0xFF, marker, 0, 17, 8] + bigEndian(height) + bigEndian(width)
  }

  static func webp(_ chunk: String, _ content: [UInt8], length: UInt8 = 0) -> [UInt8] {
    Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP\(chunk)".utf8) + [length, 0, 0, 0] + content
  }

  /// A box of an ISO base media file.
  static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    bigEndian(UInt32(content.count + 8)) + Array(name.utf8) + content
  }

  static func bmp(_ header: [UInt8]) -> [UInt8] {
    Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + header
  }

  private static func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    stride(from: value.bitWidth - 8, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: value >> $0)
    }
  }
}
