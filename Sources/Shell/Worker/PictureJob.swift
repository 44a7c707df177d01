// SPDX-License-Identifier: MIT

/// What the worker is asked to do with a picture, by its one argument.
///
/// It shuts itself in before it reads the first byte, and then can load no library. So it is told
/// beforehand when a picture begins as those do that need one which others are spared.
package enum PictureJob: String, CaseIterable, Sendable {
  /// Any picture that needs nothing special.
  case plain = "picture"
  /// What begins like a TIFF.
  case tiff = "picture-tiff"
  /// What begins like HEIF or AVIF.
  case heif = "picture-heif"

  /// Chooses by the first bytes, which are not believed any further than this.
  init(for picture: [UInt8]) {
    if picture.starts(with: [0x49, 0x49]) || picture.starts(with: [0x4D, 0x4D]) {
      self = .tiff
    } else if picture.dropFirst(4).starts(with: "ftyp".utf8) {
      self = .heif
    } else {
      self = .plain
    }
  }
}
