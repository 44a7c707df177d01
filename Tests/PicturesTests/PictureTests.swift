// SPDX-License-Identifier: MIT
import Pictures
import Testing

@Suite struct PictureTests {
  @Test func refusesNoBytes() {
    #expect(throws: PictureError.empty) { try Picture(decoding: []) }
  }

  @Test(arguments: ["hello\n", "<svg xmlns='http://www.w3.org/2000/svg'/>", "GIF", "BMW and more"])
  func refusesWhatIsNoPicture(text: String) {
    #expect(throws: PictureError.notAPicture) { try Picture(decoding: Array(text.utf8)) }
  }

  @Test func neitherTrapsNorOutgrowsTheHeaderOnASpoiltFile() async {
    // In a process of its own: what a decoder breaks is not ours.
    await #expect(processExitsWith: .success) {
      let files = try Fixture.all.flatMap { try PictureTests.spoilt($0.bytes()) }
      let opened = files.compactMap { try? Picture(decoding: $0, limits: [.pixels(1_000_000)]) }
      let outgrown = opened.filter { picture in
        picture.layers.contains {
          // Exif data may lay it on its side.
          $0.pixels.count > picture.header.width * picture.header.height
        }
      }
      #expect(files.count > 1000)
      #expect(!opened.isEmpty)
      #expect(outgrown.isEmpty)
    }
  }

  @Test func keepsOneLayerOfAnOpaquePicture() throws {
    let picture = try picture("plain.png")
    #expect(picture.layers.count == 1)
    #expect(picture.layers.first?.pixels.first == 255)
  }

  @Test func keepsAClearPictureOnWhiteAndItsOpacity() throws {
    #expect(try picture("black-on-clear.png").layers.count == 2)
  }

  @Test func readsAWhiteCodeOnClearGroundFromItsOpacity() throws {
    let picture = try picture("white-on-clear.png")
    let layer = try #require(picture.layers.first)
    #expect(picture.layers.count == 1)
    #expect(Set(layer.pixels) == [0, 255])
    #expect(layer.pixels.first == 255)
  }

  @Test func knowsAPictureThatWasCutShort() throws {
    #expect(try picture("upper-half.jpg").isWhole == false)
    #expect(try picture("plain.jpg").isWhole)
    #expect(try picture("plain.gif").isWhole)
  }

  /// Cuts a file, and turns a byte over, at every other place in its header and some behind it.
  private static func spoilt(_ bytes: [UInt8]) -> [[UInt8]] {
    let places =
      Array(stride(from: 0, to: min(64, bytes.count), by: 2))
      + Array(stride(from: 65, to: bytes.count, by: max(499, bytes.count / 8)))
    return places.flatMap { place in
      var turned = bytes
      turned[place] ^= 0xFF
      return [turned, Array(bytes[..<place])]
    }
  }

  private func picture(_ file: String) throws -> Picture {
    let fixture = try #require(Fixture.all.first { $0.file == file })
    return try Picture(decoding: fixture.bytes())
  }
}
