// SPDX-License-Identifier: MIT

/// A decoded picture, as the grey layers in which a code may hide.
public struct Picture: Sendable {
  /// The format and size that the file's header tells.
  public let header: PictureHeader

  /// What there is to read: the picture on white, and its opacity where it is not opaque.
  ///
  /// Layers of one single shade are left out, so there may be none.
  public let layers: [Luminance]

  /// Whether all of the file could be decoded; if not, finding no code in it says little.
  public let isWhole: Bool

  /// Decodes a picture.
  ///
  /// - Parameters:
  ///   - bytes: the whole file: in any ``PictureFormat``, told apart by content.
  ///   - limits: bounds on the size, held against the header before anything is allocated.
  /// - Throws: ``PictureError``.
  public init(
    decoding bytes: [UInt8],
    limits: [PictureLimit] = PictureLimit.standard
  ) throws(PictureError) {
    let header = try PictureHeader(parsing: bytes.span, limits: limits)
    let raster = try Raster(decoding: bytes, header)
    self.header = header
    isWhole = raster.isWhole
    layers = Self.layers(of: raster)
  }

  /// Separates a picture into its brightness on white paper and its opacity.
  ///
  /// The opacity counts as ink: black where the picture is opaque, white where it is clear. So a white
  /// code on clear ground, which vanishes on white, is read like any other.
  private static func layers(of raster: Raster) -> [Luminance] {
    var planes = [raster.grey]
    if let opacity = raster.opacity, !opacity.allSatisfy({ $0 == 255 }) {
      planes = [onWhite(raster.grey, opacity), opacity.map { ~$0 }]
    }
    return planes.map {
      Luminance(width: raster.width, height: raster.height, pixels: $0)
        .shrunk(toPixels: Ladder.mostPixels)
    }
    .filter { !$0.isUniform }
  }

  private static func onWhite(_ grey: [UInt8], _ opacity: [UInt8]) -> [UInt8] {
    var flat: [UInt8] = []
    flat.reserveCapacity(grey.count)
    for index in grey.indices {
      let ink = UInt32(255 - grey[index]) * UInt32(opacity[index])
      flat.append(UInt8(255 - (ink + 127) / 255))
    }
    return flat
  }
}
