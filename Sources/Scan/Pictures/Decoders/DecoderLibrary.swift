// SPDX-License-Identifier: MIT
import CHEIF
import CTIFF

/// A library, or a table of one, that would be loaded when it is first needed.
public enum DecoderLibrary: Sendable {
  /// The tables of characters, for any picture.
  case characters
  /// libtiff, for TIFF.
  case tiff
  /// libheif, for HEIF and AVIF.
  case heif

  /// Loads it now, so that decoding opens no file.
  ///
  /// - Returns: `false` when it is not installed; its pictures are then ``PictureError/unsupported(_:)``.
  @discardableResult
  public func load() -> Bool {
    switch self {
    case .characters:
      ShiftJIS.prepare()
      return true
    case .tiff: return ctiff_load() == 1
    case .heif: return cheif_load() == 1
    }
  }
}
