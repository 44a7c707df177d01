// SPDX-License-Identifier: MIT

/// Names a picture's file format, as told by its first bytes and never by a file's name.
public enum PictureFormat: String, Sendable, Equatable, CaseIterable {
  /// Portable Network Graphics (ISO/IEC 15948).
  case png = "PNG"
  /// JPEG (ITU-T T.81).
  case jpeg = "JPEG"
  /// WebP (RFC 9649).
  case webp = "WebP"
  /// Graphics Interchange Format, versions 87a and 89a.
  case gif = "GIF"
  /// Windows and OS/2 bitmaps.
  case bmp = "BMP"
  /// Tagged Image File Format, revision 6.0, and BigTIFF.
  case tiff = "TIFF"
  /// High Efficiency Image Format (ISO/IEC 23008-12).
  case heif = "HEIF"
  /// AV1 Image File Format.
  case avif = "AVIF"

  /// Recognises a format by the first bytes of a file, or answers `nil`.
  ///
  /// - Parameter bytes: the file, or at least its first 16 bytes.
  public init?(recognizing bytes: Span<UInt8>) {
    if bytes.holds([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0) {
      self = .png
    } else if bytes.holds([0xFF, 0xD8, 0xFF], at: 0) {
      self = .jpeg
    } else if bytes.holds("RIFF".utf8, at: 0), bytes.holds("WEBP".utf8, at: 8) {
      self = .webp
    } else if bytes.holds("GIF87a".utf8, at: 0) || bytes.holds("GIF89a".utf8, at: 0) {
      self = .gif
    } else if bytes.holds("II".utf8, at: 0) && Self.isTIFFVersion(bytes.uint16LE(at: 2))
      || bytes.holds("MM".utf8, at: 0) && Self.isTIFFVersion(bytes.uint16BE(at: 2))
    {
      self = .tiff
    } else if bytes.holds("BM".utf8, at: 0), let size = bytes.uint32LE(at: 14),
      BMPHeader.knownSizes.contains(size)
    {
      self = .bmp
    } else if let brand = Self.isoBrand(of: bytes) {
      self = brand
    } else {
      return nil
    }
  }

  private static func isTIFFVersion(_ version: Int?) -> Bool {
    version == TIFFHeader.classicVersion || version == TIFFHeader.bigVersion
  }

  /// Reads the major brand of an ISO base media file (ISO/IEC 14496-12 §4.3).
  private static func isoBrand(of bytes: Span<UInt8>) -> PictureFormat? {
    guard bytes.holds("ftyp".utf8, at: 4) else { return nil }
    if ["avif", "avis"].contains(where: { bytes.holds($0.utf8, at: 8) }) { return .avif }
    let heif = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
    return heif.contains { bytes.holds($0.utf8, at: 8) } ? .heif : nil
  }
}
