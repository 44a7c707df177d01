// SPDX-License-Identifier: MIT

// The ways to lay a picture on its side, on its head or on its face.
extension Luminance {
  /// Returns the picture mirrored at its diagonal: rows become columns.
  package func transposed() -> Luminance {
    var transposed = [UInt8](repeating: 0, count: pixels.count)
    // In blocks, so that both pictures stay in the processor's cache.
    let block = 32
    for top in stride(from: 0, to: height, by: block) {
      for left in stride(from: 0, to: width, by: block) {
        for y in top..<min(top + block, height) {
          for x in left..<min(left + block, width) {
            transposed[x * height + y] = pixels[y * width + x]
          }
        }
      }
    }
    return Luminance(width: height, height: width, pixels: transposed)
  }

  /// Returns the picture with left and right exchanged.
  package func mirrored() -> Luminance {
    var mirrored: [UInt8] = []
    mirrored.reserveCapacity(pixels.count)
    for y in 0..<height {
      mirrored.append(contentsOf: pixels[y * width..<(y + 1) * width].reversed())
    }
    return Luminance(width: width, height: height, pixels: mirrored)
  }

  /// Returns the picture with top and bottom exchanged.
  package func flipped() -> Luminance {
    var flipped: [UInt8] = []
    flipped.reserveCapacity(pixels.count)
    for y in (0..<height).reversed() {
      flipped.append(contentsOf: pixels[y * width..<(y + 1) * width])
    }
    return Luminance(width: width, height: height, pixels: flipped)
  }
}
