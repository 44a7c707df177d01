// SPDX-License-Identifier: MIT

extension Luminance {
  /// Returns the picture made smaller by a whole factor.
  ///
  /// Each pixel is the mean of a square; rows and columns that fill no square are dropped.
  package func shrunk(by factor: Int) -> Luminance {
    let newWidth = width / factor
    let newHeight = height / factor
    guard factor > 1, newWidth > 0, newHeight > 0 else { return self }
    let area = factor * factor
    var shrunk: [UInt8] = []
    shrunk.reserveCapacity(newWidth * newHeight)
    var sums = [Int](repeating: 0, count: newWidth)
    for y in 0..<newHeight {
      for x in sums.indices { sums[x] = area / 2 }
      for row in factor * y..<factor * (y + 1) {
        var position = row * width
        for x in sums.indices {
          for _ in 0..<factor {
            sums[x] += Int(pixels[position])
            position += 1
          }
        }
      }
      for sum in sums { shrunk.append(UInt8(sum / area)) }
    }
    return Luminance(width: newWidth, height: newHeight, pixels: shrunk)
  }

  /// Returns the picture at the largest whole fraction of its size that has at most `count` pixels.
  package func shrunk(toPixels count: Int) -> Luminance {
    var factor = 1
    while (width / factor) * (height / factor) > count { factor += 1 }
    return shrunk(by: factor)
  }

  /// Returns the picture at twice its size, with a cubic curve laid through its pixels.
  package func doubled() -> Luminance {
    doubledAcross().transposed().doubledAcross().transposed()
  }

  /// Doubles the width.
  ///
  /// Each new pixel lies a quarter of a pixel off an old one. Its weights are those of Catmull and
  /// Rom's cubic there, in 128ths: -9, 111, 29, -3, of which the nearest old pixel has 111.
  private func doubledAcross() -> Luminance {
    var doubled: [UInt8] = []
    doubled.reserveCapacity(2 * pixels.count)
    for y in 0..<height {
      let row = y * width
      var before2 = Int(pixels[row])
      var before = before2
      var here = before2
      var after = Int(pixels[row + min(1, width - 1)])
      for x in 0..<width {
        let after2 = Int(pixels[row + min(x + 2, width - 1)])
        doubled.append(Self.clamped(-3 * before2 + 29 * before + 111 * here - 9 * after))
        doubled.append(Self.clamped(-9 * before + 111 * here + 29 * after - 3 * after2))
        before2 = before
        before = here
        here = after
        after = after2
      }
    }
    return Luminance(width: 2 * width, height: height, pixels: doubled)
  }

  /// Rounds a sum of 128ths into a byte.
  private static func clamped(_ sum: Int) -> UInt8 {
    UInt8(max(0, min(255, (sum + 64) >> 7)))
  }

  /// Returns the picture with a white border of `margin` pixels on every side.
  package func bordered(by margin: Int) -> Luminance {
    let newWidth = width + 2 * margin
    let newHeight = height + 2 * margin
    var bordered: [UInt8] = []
    bordered.reserveCapacity(newWidth * newHeight)
    bordered.append(contentsOf: repeatElement(255, count: newWidth * margin))
    for y in 0..<height {
      bordered.append(contentsOf: repeatElement(255, count: margin))
      bordered.append(contentsOf: pixels[y * width..<(y + 1) * width])
      bordered.append(contentsOf: repeatElement(255, count: margin))
    }
    bordered.append(contentsOf: repeatElement(255, count: newWidth * margin))
    return Luminance(width: newWidth, height: newHeight, pixels: bordered)
  }
}
