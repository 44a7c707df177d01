// SPDX-License-Identifier: MIT

extension Ladder {
  /// The rungs that pay on photographs and screenshots as people have them.
  public static let standard = Ladder([
    Reading("plain", mostPixels: .max),
    Reading("shrunk", mostPixels: megapixel),
    Reading("doubled", mostPixels: megapixel) { $0.doubled().parted() },
    Reading("blurred", mostPixels: megapixel) { $0.blurred(Bell.two) },
    Reading("doubled and sharpened", mostPixels: megapixel) { $0.doubled().sharpened(amount: 2) },
    Reading("halved", mostPixels: megapixel) { $0.shrunk(by: 2).blurred(Bell.one).parted() },
    Reading("darkened", mostPixels: megapixel) { $0.darkened() },
    Reading("tripled", mostPixels: megapixel / 4) { $0.bordered(by: 8).repeated(3) },
    Reading("small", mostPixels: megapixel * 3 / 10),
    Reading("bordered", mostPixels: megapixel) { $0.bordered(by: 16) },
  ])

  private static let megapixel = 1_000_000
}
