// SPDX-License-Identifier: MIT

// The ways to lay a picture on its side, on its head or on its face, or askew.
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

  /// Returns the picture with its rows pushed aside, each further than the one above it.
  ///
  /// - Parameter tenths: how far, in tenths of a pixel a row: to the right, or, below 0, to the left.
  /// - Returns: a wider picture, white where there was none.
  package func sheared(tenths: Int) -> Luminance {
    let most = abs(tenths) * (height - 1) / 10
    var sheared: [UInt8] = []
    sheared.reserveCapacity((width + most) * height)
    for y in 0..<height {
      let indent = abs(tenths) * (tenths < 0 ? height - 1 - y : y) / 10
      sheared.append(contentsOf: repeatElement(255, count: indent))
      sheared.append(contentsOf: pixels[y * width..<(y + 1) * width])
      sheared.append(contentsOf: repeatElement(255, count: most - indent))
    }
    return Luminance(width: width + most, height: height, pixels: sheared)
  }

  /// Returns the picture turned to the right by an eighth.
  ///
  /// - Returns: a larger picture, white in its corners, of mixtures of four pixels each.
  package func turnedAnEighth() -> Luminance {
    // Sine and cosine are 5/7 here, 1 % more than they should be, which makes the picture 1 % smaller.
    let newSide = (width + height) * 5 / 7
    var turned: [UInt8] = []
    turned.reserveCapacity(newSide * newSide)
    for y in 0..<newSide {
      for x in 0..<newSide {
        // Twice the way from the middle, in 7ths; then the place in the old picture in 14ths.
        let (across, down) = (2 * x + 1 - newSide, 2 * y + 1 - newSide)
        let left = 5 * (across + down) + 7 * (width - 1)
        let top = 5 * (down - across) + 7 * (height - 1)
        turned.append(mixture(left: left, top: top, parts: 14))
      }
    }
    return Luminance(width: newSide, height: newSide, pixels: turned)
  }

  /// Mixes the four pixels around a place between them; white outside.
  private func mixture(left: Int, top: Int, parts: Int) -> UInt8 {
    guard left >= 0, top >= 0 else { return 255 }
    let (x, y) = (left / parts, top / parts)
    guard x + 1 < width, y + 1 < height else { return 255 }
    let (right, bottom) = (left % parts, top % parts)
    let place = y * width + x
    let above =
      Int(pixels[place]) * (parts - right) + Int(pixels[place + 1]) * right
    let below =
      Int(pixels[place + width]) * (parts - right) + Int(pixels[place + width + 1]) * right
    return UInt8((above * (parts - bottom) + below * bottom) / (parts * parts))
  }

  /// Returns the picture with its rows squeezed, each more than the one above it, as a sheet looks whose
  /// lower end is further away.
  ///
  /// - Parameter percent: by how much of its width the last row is squeezed.
  /// - Returns: a picture of the same size, white at both sides.
  package func leanedBack(percent: Int) -> Luminance {
    var leaned = [UInt8](repeating: 255, count: pixels.count)
    for y in 0..<height {
      let narrow = max(1, width - width * percent * y / (100 * max(1, height - 1)))
      let margin = (width - narrow) / 2
      for x in 0..<narrow {
        leaned[y * width + margin + x] = pixels[y * width + x * width / narrow]
      }
    }
    return Luminance(width: width, height: height, pixels: leaned)
  }
}
