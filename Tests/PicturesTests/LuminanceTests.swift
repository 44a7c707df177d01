// SPDX-License-Identifier: MIT
import Pictures
import Testing

@Suite struct LuminanceTests {
  private let corner = Luminance(width: 3, height: 2, pixels: [10, 20, 30, 40, 50, 60])

  @Test func inverts() {
    #expect(corner.inverted().pixels == [245, 235, 225, 215, 205, 195])
  }

  @Test func partsAtTheWidestGap() {
    let picture = Luminance(width: 3, height: 2, pixels: [90, 92, 95, 120, 124, 130])
    #expect(picture.parted().pixels == [0, 0, 0, 255, 255, 255])
  }

  @Test func partsOneShadeIntoOneShade() {
    let picture = Luminance(width: 2, height: 1, pixels: [200, 200])
    #expect(picture.parted().isUniform)
  }

  @Test func shrinksToTheMeanOfSquares() {
    #expect(corner.shrunk(by: 2) == Luminance(width: 1, height: 1, pixels: [30]))
  }

  @Test func doesNotShrinkBelowOnePixel() {
    #expect(corner.shrunk(by: 3) == corner)
  }

  @Test(arguments: [(6, 3, 2), (5, 1, 1), (1, 1, 1), (0, 3, 2)])
  func shrinksToAtMostSoManyPixels(most: Int, width: Int, height: Int) {
    let shrunk = corner.shrunk(toPixels: most)
    #expect(shrunk.width == width)
    #expect(shrunk.height == height)
  }

  @Test func doublesASlopeEvenly() {
    let slope = Luminance(width: 5, height: 1, pixels: [0, 40, 80, 120, 160]).doubled()
    #expect(slope.width == 10)
    #expect(slope.height == 2)
    // The inner pixels lie a quarter of a step on either side of the old ones.
    #expect(Array(slope.pixels[3..<7]) == [50, 70, 90, 110])
    #expect(slope.pixels[..<10] == slope.pixels[10...])
  }

  @Test func doublesOnePixel() {
    let dot = Luminance(width: 1, height: 1, pixels: [77]).doubled()
    #expect(dot == Luminance(width: 2, height: 2, pixels: [77, 77, 77, 77]))
  }

  @Test func staysInRangeWhenACurveOvershoots() {
    let edge = Luminance(width: 4, height: 1, pixels: [0, 0, 255, 255]).doubled()
    #expect(edge.pixels[2] == 0)
    #expect(edge.pixels[5] == 255)
  }

  @Test func bordersWithWhite() {
    let dot = Luminance(width: 1, height: 1, pixels: [0]).bordered(by: 1)
    #expect(
      dot == Luminance(width: 3, height: 3, pixels: [255, 255, 255, 255, 0, 255, 255, 255, 255])
    )
  }

  @Test func exchangesSides() {
    #expect(corner.mirrored().pixels == [30, 20, 10, 60, 50, 40])
    #expect(corner.flipped().pixels == [40, 50, 60, 10, 20, 30])
  }

  @Test func shearsToTheRightAndToTheLeft() {
    #expect(
      corner.sheared(tenths: 10)
        == Luminance(
          width: 4,
          height: 2,
          pixels: [10, 20, 30, 255, 255, 40, 50, 60]
        )
    )
    #expect(corner.sheared(tenths: -10).pixels == [255, 10, 20, 30, 40, 50, 60, 255])
  }

  @Test func squeezesTheLastRowMost() {
    let square = Luminance(width: 4, height: 3, pixels: [UInt8](repeating: 0, count: 12))
    #expect(
      square.leanedBack(percent: 50).pixels == [0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 255]
    )
    let row = Luminance(width: 2, height: 1, pixels: [1, 2])
    #expect(row.leanedBack(percent: 50) == row)
  }

  @Test func partsEachHalfOfAShadedPictureByItsOwnLight() {
    // Stripes of two shades, on the left in the light and on the right in the shade.
    let row = (0..<80).map { x in UInt8(x < 40 ? (x % 8 < 4 ? 240 : 160) : x % 8 < 4 ? 100 : 40) }
    let picture = Luminance(width: 80, height: 40, pixels: (0..<40).flatMap { _ in row })
    let parted = picture.partedLocally()
    #expect(Set(parted.pixels) == [0, 255])
    #expect(parted.pixels[16..<24] == [255, 255, 255, 255, 0, 0, 0, 0])
    #expect(parted.pixels[64..<72] == [255, 255, 255, 255, 0, 0, 0, 0])
  }

  @Test func partsAPictureSmallerThanItsReach() {
    #expect(corner.partedLocally().pixels == [0, 0, 0, 255, 255, 255])
  }

  @Test func turnsRowsIntoColumns() {
    #expect(
      corner.transposed() == Luminance(width: 2, height: 3, pixels: [10, 40, 20, 50, 30, 60])
    )
  }

  @Test func turnsPicturesLargerThanABlockBack() {
    let pixels = (0..<70 * 45).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let picture = Luminance(width: 70, height: 45, pixels: pixels)
    #expect(picture.transposed().transposed() == picture)
  }

  @Test(arguments: [Bell.one, Bell.two, Bell.three])
  func blursWithoutChangingTheBrightness(weights: [Int]) {
    let picture = Luminance(width: 3, height: 3, pixels: [UInt8](repeating: 200, count: 9))
    #expect(picture.blurred(weights) == picture)
  }

  @Test func blursADotIntoABell() {
    var pixels = [UInt8](repeating: 0, count: 81)
    pixels[40] = 255
    let dot = Luminance(width: 9, height: 9, pixels: pixels).blurred(Bell.one)
    #expect(Array(dot.pixels[36..<45]) == [0, 0, 6, 25, 41, 25, 6, 0, 0])
  }

  @Test func sharpensAnEdge() {
    let edge = Luminance(width: 4, height: 1, pixels: [100, 100, 150, 150]).sharpened(
      amount: 2,
      Bell.one
    )
    #expect(edge.pixels[1] < 100)
    #expect(edge.pixels[2] > 150)
  }

  @Test func growsDarkPartsOnEverySide() {
    var pixels = [UInt8](repeating: 255, count: 25)
    pixels[12] = 0
    let dot = Luminance(width: 5, height: 5, pixels: pixels).darkened()
    #expect(dot.pixels.filter { $0 == 0 }.count == 9)
    #expect(dot.pixels[6] == 0)
    #expect(dot.pixels[5] == 255)
  }
}
