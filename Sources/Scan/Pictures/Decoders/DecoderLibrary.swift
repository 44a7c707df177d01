// SPDX-License-Identifier: MIT
import CHEIF
import CTIFF

/// A library that is loaded only when a picture needs it.
public enum DecoderLibrary: Sendable {
  /// libtiff, for TIFF.
  case tiff
  /// libheif, for HEIF and AVIF.
  case heif

  /// Loads the library, so that decoding opens no file.
  ///
  /// - Returns: `false` when it is not installed; its pictures are then ``PictureError/unsupported(_:)``.
  @discardableResult
  public func load() -> Bool {
    switch self {
    case .tiff: ctiff_load() == 1
    case .heif: cheif_load() == 1
    }
  }
}
