// SPDX-License-Identifier: MIT

// Filters whose pixels depend on their neighbours. Each works along the rows, twice, with the picture
// turned on its side in between. Beyond an edge the last pixel goes on.
extension Luminance {
  /// Returns the picture out of focus.
  ///
  /// - Parameter weights: the bell curve from its middle outwards, in 256ths: the first once and the
  ///   others twice are 256.
  /// - Returns: a picture of the same size.
  package func blurred(_ weights: [Int]) -> Luminance {
    blurredAcross(weights).transposed().blurredAcross(weights).transposed()
  }

  private func blurredAcross(_ weights: [Int]) -> Luminance {
    let reach = weights.count - 1
    var blurred: [UInt8] = []
    blurred.reserveCapacity(pixels.count)
    for y in 0..<height {
      let row = y * width
      for x in 0..<width {
        var sum = 128 + weights[0] * Int(pixels[row + x])
        for distance in stride(from: 1, through: reach, by: 1) {
          let before = pixels[row + max(x - distance, 0)]
          let after = pixels[row + min(x + distance, width - 1)]
          sum += weights[distance] * (Int(before) + Int(after))
        }
        blurred.append(UInt8(sum >> 8))
      }
    }
    return Luminance(width: width, height: height, pixels: blurred)
  }

  /// Returns the picture with its edges steepened: what a blur takes away is added `amount` times.
  ///
  /// - Parameters:
  ///   - amount: 1 is gentle, 3 brings modules back that have all but run together.
  ///   - weights: the blur, as for ``blurred(_:)``.
  /// - Returns: a picture of the same size.
  package func sharpened(amount: Int, _ weights: [Int]) -> Luminance {
    let soft = blurred(weights)
    var sharpened: [UInt8] = []
    sharpened.reserveCapacity(pixels.count)
    for index in pixels.indices {
      let value = Int(pixels[index])
      sharpened.append(
        UInt8(max(0, min(255, value + amount * (value - Int(soft.pixels[index])))))
      )
    }
    return Luminance(width: width, height: height, pixels: sharpened)
  }

  /// Returns the picture with its dark parts grown by one pixel on every side, so that dots touch.
  package func darkened() -> Luminance {
    darkenedAcross().transposed().darkenedAcross().transposed()
  }

  private func darkenedAcross() -> Luminance {
    var darkened: [UInt8] = []
    darkened.reserveCapacity(pixels.count)
    for y in 0..<height {
      let row = y * width
      var before = pixels[row]
      var here = before
      for x in 0..<width {
        let after = pixels[row + min(x + 1, width - 1)]
        darkened.append(min(before, here, after))
        before = here
        here = after
      }
    }
    return Luminance(width: width, height: height, pixels: darkened)
  }
}

/// Halves of bell curves for ``Luminance/blurred(_:)``.
package enum Bell {
  /// A standard deviation of 1 pixel.
  package static let one = [102, 62, 14, 1]
  /// A standard deviation of 2 pixels.
  package static let two = [52, 45, 31, 16, 7, 2, 1]
  /// A standard deviation of 3 pixels.
  package static let three = [34, 32, 27, 21, 14, 9, 5, 2, 1]
}
