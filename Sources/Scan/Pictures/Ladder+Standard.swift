// SPDX-License-Identifier: MIT

extension Ladder {
  /// The rungs that pay on photographs and screenshots as people have them.
  ///
  /// Each reads pictures that none before it does: shrinking evens out noise and the pixels of a
  /// photographed screen, doubling gives one-pixel modules a size, blurring joins dots and drowns
  /// noise, sharpening undoes a poor focus, darkening makes round modules touch, a
  /// border helps where the code fills the picture.
  public static let standard = Ladder([
    Reading("plain", mostPixels: .max),
    Reading("shrunk", mostPixels: megapixel),
    Reading("doubled", mostPixels: megapixel) { $0.doubled().parted() },
    Reading("blurred", mostPixels: megapixel) { $0.blurred(Bell.two) },
    Reading("sharpened", mostPixels: megapixel) { $0.sharpened(amount: 3, Bell.three) },
    Reading("halved", mostPixels: megapixel) { $0.shrunk(by: 2).blurred(Bell.one).parted() },
    Reading("darkened", mostPixels: megapixel) { $0.darkened() },
    Reading("bordered", mostPixels: megapixel) { $0.bordered(by: 16) },
    Reading("small", mostPixels: megapixel * 3 / 10),
  ])

  private static let megapixel = 1_000_000
}
