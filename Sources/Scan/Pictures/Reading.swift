// SPDX-License-Identifier: MIT

/// One rung of the ladder: what is done to a picture before it is searched for codes.
public struct Reading: Sendable {
  /// Who searches the picture.
  public enum Reader: Sendable {
    /// zbar: quick, and good with noise, dots and clear ground.
    case zbar
    /// zxing-cpp: slower, and good with perspective; it also reads mirrored and micro codes.
    case zxing
  }

  /// What is done, in a word or two, as a diagnosis names it.
  public let name: String

  /// Who searches for codes.
  public let reader: Reader

  /// Pictures with more pixels are shrunk before anything else is done, so that time stays bounded.
  let mostPixels: Int

  /// What is done, after shrinking; `nil` when the shrinking itself is the point.
  let transform: (@Sendable (Luminance) -> Luminance)?

  /// Describes a rung.
  ///
  /// - Parameters:
  ///   - name: what is done, in a word or two.
  ///   - reader: who searches for codes.
  ///   - mostPixels: the most pixels that `transform` is to be given.
  ///   - transform: what to do to the picture.
  public init(
    _ name: String,
    _ reader: Reader,
    mostPixels: Int,
    transform: (@Sendable (Luminance) -> Luminance)? = nil
  ) {
    self.name = name
    self.reader = reader
    self.mostPixels = mostPixels
    self.transform = transform
  }

  /// Prepares a picture for the search: as it is, and as its negative.
  ///
  /// - Parameter picture: the layer, as large as it is.
  /// - Returns: nothing when the outcome would be the picture itself, which another rung searches.
  func images(of picture: Luminance) -> [Luminance] {
    let small = picture.shrunk(toPixels: mostPixels)
    guard let transform else {
      let isRepetition = small.width == picture.width && mostPixels < Ladder.mostPixels
      return isRepetition ? [] : [small, small.inverted()]
    }
    return [transform(small), transform(small.inverted())]
  }
}
