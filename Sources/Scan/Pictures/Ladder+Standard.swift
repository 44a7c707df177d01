// SPDX-License-Identifier: MIT

extension Ladder {
  /// The rungs that pay on photographs and screenshots as people have them, as measured in
  /// `docs/decisions/0007-rungs.md`.
  ///
  /// Each reads pictures that none before it does: zxing-cpp finds steep and tiny codes, holding each
  /// pixel against its surroundings ("parted locally", and "bold" when doubled before) takes shadows
  /// away, doubling gives small modules a size, darkening
  /// makes round modules touch, shrinking and blurring even out noise, sharpening undoes a poor focus,
  /// shearing and leaning undo a slanted view, from whichever side it is.
  public static let standard = Ladder([
    Reading("plain", .zbar, mostPixels: mostPixels),
    Reading("plain, second reader", .zxing, mostPixels: mostPixels),
    Reading("parted locally", .zxing, mostPixels: megapixel) { $0.partedLocally() },
    Reading("bold", .zbar, mostPixels: half) { $0.bold() },
    Reading("darkened", .zbar, mostPixels: megapixel) { $0.darkened() },
    Reading("small", .zxing, mostPixels: megapixel * 3 / 10),
    Reading("blurred", .zbar, mostPixels: half) { $0.blurred(Bell.two) },
    Reading("sharpened", .zxing, mostPixels: half) { $0.sharpened(amount: 3, Bell.three) },
    Reading("sheared right", .zxing, mostPixels: megapixel) { $0.sheared(tenths: 4) },
    Reading("sheared left", .zxing, mostPixels: megapixel) { $0.sheared(tenths: -4) },
    Reading("halved", .zbar, mostPixels: megapixel) { $0.shrunk(by: 2).blurred(Bell.one) },
    Reading("sheared down", .zxing, mostPixels: megapixel) {
      $0.transposed().sheared(tenths: 4).transposed()
    },
    Reading("leaned back", .zxing, mostPixels: half) { $0.bold().leanedBack(percent: 15) },
    Reading("leaned forward", .zxing, mostPixels: half) {
      $0.bold().flipped().leanedBack(percent: 15).flipped()
    },
    Reading("leaned right", .zxing, mostPixels: half) {
      $0.bold().transposed().leanedBack(percent: 15).transposed()
    },
    Reading("leaned left", .zxing, mostPixels: half) {
      $0.bold().transposed().flipped().leanedBack(percent: 15).flipped().transposed()
    },
  ])

  private static let megapixel = 1_000_000
  private static let half = 500_000
}

extension Luminance {
  /// Doubled, and in black and white whatever the light.
  fileprivate func bold() -> Luminance { doubled().partedLocally() }
}
