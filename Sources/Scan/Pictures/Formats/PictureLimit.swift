// SPDX-License-Identifier: MIT

/// A bound on a picture's size, held against its header before any memory is asked for.
public enum PictureLimit: Equatable, Sendable {
  /// The most pixels a picture may have, width times height.
  case pixels(Int)
  /// The most pixels a side may have. Decoders keep a table with an entry a row, so that a picture
  /// one pixel wide costs them far more than its pixels do.
  case side(Int)

  /// The bounds in force unless others are given: 64 million pixels, 32,767 a side.
  public static let standard: [PictureLimit] = [.side(32_767), .pixels(64_000_000)]

  /// Tells whether a picture of this size keeps the bound.
  public func allows(width: Int, height: Int) -> Bool {
    switch self {
    case .side(let most): width <= most && height <= most
    case .pixels(let most): height == 0 || width <= most / height
    }
  }
}
