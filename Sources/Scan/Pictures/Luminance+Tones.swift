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
}
