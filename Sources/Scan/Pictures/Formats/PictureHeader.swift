// SPDX-License-Identifier: MIT

/// A picture's format and size, read from its first bytes without decoding or allocating.
public struct PictureHeader: Equatable, Sendable {
  /// The format, by content.
  public let format: PictureFormat
  /// The width in pixels, at least 1.
  public let width: Int
  /// The height in pixels, at least 1.
  public let height: Int

  /// Reads the header of a picture and holds its size against `limits`.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - limits: bounds on the size, checked in order.
  /// - Throws: ``PictureError``; ``PictureError/damaged(_:)`` also for a side of no pixels.
  public init(
    parsing bytes: Span<UInt8>,
    limits: [PictureLimit] = PictureLimit.standard
  ) throws(PictureError) {
    guard !bytes.isEmpty else { throw .empty }
    guard let format = PictureFormat(recognizing: bytes) else { throw .notAPicture }
    guard let size = try Self.size(of: format, in: bytes), size.width > 0, size.height > 0 else {
      throw .damaged(format)
    }
    for limit in limits where !limit.allows(width: size.width, height: size.height) {
      throw .tooLarge(width: size.width, height: size.height, limit: limit)
    }
    self.format = format
    self.width = size.width
    self.height = size.height
  }

  private static func size(
    of format: PictureFormat,
    in bytes: Span<UInt8>
  ) throws(PictureError) -> PixelSize? {
    switch format {
    case .png: PNGHeader.size(in: bytes)
    case .jpeg: JPEGHeader.size(in: bytes)
    case .webp: WebPHeader.size(in: bytes)
    case .gif: GIFHeader.size(in: bytes)
    case .bmp: BMPHeader.size(in: bytes)
    case .tiff: try TIFFHeader.size(in: bytes)
    case .heif, .avif: HEIFHeader.size(in: bytes)
    }
  }
}

/// A width and a height in pixels, as a header claims them.
struct PixelSize: Equatable {
  let width: Int
  let height: Int

  /// Pairs two numbers of which either may have been missing.
  init?(width: Int?, height: Int?) {
    guard let width, let height else { return nil }
    self.width = width
    self.height = height
  }
}
