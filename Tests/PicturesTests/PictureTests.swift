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

  @Test(arguments: Fixture.all)
  func neverTrapsOnACutOrSpoiltFile(fixture: Fixture) throws {
    let bytes = try fixture.bytes()
    // Every place in the header, then ever wider steps.
    let places = Array(0..<min(64, bytes.count)) + Array(stride(from: 64, to: bytes.count, by: 997))
    let survivors = places.filter { place in
      var spoilt = bytes
      spoilt[place] ^= 0xFF
      let cut = Array(bytes[..<place])
      return opens(spoilt) || opens(cut)
    }
    #expect(survivors.count <= places.count)
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

  private func opens(_ bytes: [UInt8]) -> Bool {
    (try? Picture(decoding: bytes, limits: [.pixels(1_000_000)])) != nil
  }

  private func picture(_ file: String) throws -> Picture {
    let fixture = try #require(Fixture.all.first { $0.file == file })
    return try Picture(decoding: fixture.bytes())
  }
}
