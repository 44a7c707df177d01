// SPDX-License-Identifier: MIT

extension Luminance {
  /// Returns the negative: black for white.
  package func inverted() -> Luminance {
    Luminance(width: width, height: height, pixels: pixels.map { ~$0 })
  }

  /// Returns the picture in black and white, parted where the two sides differ most.
  ///
  /// N. Otsu, "A Threshold Selection Method from Gray-Level Histograms", 1979.
  package func parted() -> Luminance {
    let threshold = otsuThreshold()
    return Luminance(width: width, height: height, pixels: pixels.map { $0 > threshold ? 255 : 0 })
  }

  /// Finds the highest shade that Otsu's method counts among the dark ones.
  private func otsuThreshold() -> UInt8 {
    var histogram = [Int](repeating: 0, count: 256)
    for pixel in pixels { histogram[Int(pixel)] += 1 }
    var sum = 0
    for shade in histogram.indices { sum += shade * histogram[shade] }

    var best = (threshold: UInt8(127), variance: 0.0)
    var darkCount = 0
    var darkSum = 0
    for shade in histogram.indices {
      darkCount += histogram[shade]
      darkSum += shade * histogram[shade]
      let lightCount = pixels.count - darkCount
      guard darkCount > 0, lightCount > 0 else { continue }
      let distance =
        Double(darkSum) / Double(darkCount) - Double(sum - darkSum) / Double(lightCount)
      let variance = Double(darkCount) * Double(lightCount) * distance * distance
      if variance > best.variance { best = (UInt8(shade), variance) }
    }
    return best.threshold
  }

  /// Returns the picture in black and white, each pixel held against the mean of the square around it, so
  /// that shadows and bright spots do not matter.
  ///
  /// The square reaches a sixteenth of the shorter side each way, which is several modules of most codes;
  /// what is darker than 95 % of its mean is black.
  package func partedLocally() -> Luminance {
    let reach = max(8, min(width, height) / 16)
    // What each column holds in the rows that the square spans.
    var columns = [Int](repeating: 0, count: width)
    for y in 0..<min(reach, height) { add(row: y, times: 1, to: &columns) }
    var parted: [UInt8] = []
    parted.reserveCapacity(pixels.count)
    for y in 0..<height {
      if y + reach < height { add(row: y + reach, times: 1, to: &columns) }
      if y > reach { add(row: y - reach - 1, times: -1, to: &columns) }
      let rows = min(y + reach, height - 1) - max(y - reach, 0) + 1
      var sum = columns[..<min(reach, width)].reduce(0, +)
      for x in 0..<width {
        if x + reach < width { sum += columns[x + reach] }
        if x > reach { sum -= columns[x - reach - 1] }
        let count = rows * (min(x + reach, width - 1) - max(x - reach, 0) + 1)
        parted.append(Int(pixels[y * width + x]) * count * 20 > sum * 19 ? 255 : 0)
      }
    }
    return Luminance(width: width, height: height, pixels: parted)
  }

  private func add(row: Int, times factor: Int, to columns: inout [Int]) {
    for x in 0..<width { columns[x] += factor * Int(pixels[row * width + x]) }
  }
}
