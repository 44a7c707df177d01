// SPDX-License-Identifier: MIT

/// One rung of the ladder: what is done to a picture before it is searched for codes.
public struct Reading: Sendable {
  /// What is done, in a word or two, as a diagnosis names it.
  public let name: String

  /// Pictures with more pixels are shrunk before anything else is done, so that time stays bounded.
  let mostPixels: Int

  /// What is done, after shrinking; `nil` when the shrinking itself is the point.
  let transform: (@Sendable (Luminance) -> Luminance)?

  /// Describes a rung.
  ///
  /// - Parameters:
  ///   - name: what is done, in a word or two.
  ///   - mostPixels: the most pixels that `transform` is to be given.
  ///   - transform: what to do to the picture.
  public init(
    _ name: String,
    mostPixels: Int,
    transform: (@Sendable (Luminance) -> Luminance)? = nil
  ) {
    self.name = name
    self.mostPixels = mostPixels
    self.transform = transform
  }

  /// Prepares a picture for the search.
  ///
  /// - Returns: `nil` when the outcome would be the picture itself, which the first rung has searched.
  func image(of picture: Luminance) -> Luminance? {
    let small = picture.shrunk(toPixels: mostPixels)
    guard let transform else {
      let isFirstRung = mostPixels == .max
      return isFirstRung || small.width < picture.width ? small : nil
    }
    return transform(small)
  }
}
