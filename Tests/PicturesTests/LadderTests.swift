// SPDX-License-Identifier: MIT
import Pictures
import Testing

@Suite struct LadderTests {
  @Test(arguments: Fixture.readable)
  func readsTheExactBytesOfEveryCode(fixture: Fixture) throws {
    let findings = Ladder.standard.search(try Picture(decoding: fixture.bytes()))
    #expect(findings.payloads.map { hex($0.bytes) } == fixture.payloads)
    #expect(findings.lacksParts == fixture.lacksParts)
  }

  @Test(arguments: Fixture.refused)
  func refusesWhatCannotBeDecoded(fixture: Fixture) throws {
    let bytes = try fixture.bytes()
    let expected = try #require(fixture.expectedError)
    let error = #expect(throws: PictureError.self) {
      let picture = try Picture(decoding: bytes)
      // What a decoder fills up by itself opens, but holds no code.
      let findings = Ladder.standard.search(picture)
      guard picture.isWhole || !findings.payloads.isEmpty else {
        throw PictureError.damaged(picture.header.format)
      }
    }
    #expect(error == expected)
  }

  @Test func stopsAfterTheFirstReadingThatFindsACode() throws {
    let picture = try picture("plain.png")
    #expect(Ladder.standard.search(picture).searches == 2)
  }

  @Test func climbsToTheTopForAPictureWithoutACode() throws {
    let picture = try picture("nothing.png")
    let readings = Ladder.standard.readings
    // Each as it is and as its negative, but for the one that only makes larger pictures smaller.
    #expect(Ladder.standard.search(picture).searches == 2 * (readings.count - 1))
  }

  @Test func searchesNothingWhereAllPixelsAreAlike() throws {
    let picture = try picture("blank.png")
    #expect(picture.layers.isEmpty)
    #expect(Ladder.standard.search(picture).searches == 0)
  }

  @Test func comesBackWithWhatItHasWhenTimeIsOut() throws {
    let picture = try picture("light-and-dark.png")
    var calls = 0
    let findings = Ladder.standard.search(picture) {
      calls += 1
      return calls > 1
    }
    #expect(findings.searches == 1)
    #expect(findings.payloads.count == 1)
  }

  @Test func searchesNothingWithoutRungs() throws {
    #expect(Ladder([]).search(try picture("plain.png")).payloads.isEmpty)
  }

  @Test func readsWithTheSecondReaderWhatTheFirstCannot() throws {
    let picture = try picture("micro.png")
    let zbar = Ladder([Reading("one", .zbar, mostPixels: .max)])
    let zxing = Ladder([Reading("two", .zxing, mostPixels: .max)])
    #expect(zbar.search(picture).payloads.isEmpty)
    #expect(zxing.search(picture).payloads.map(\.text) == ["HELLO"])
  }

  @Test func goesOnWhenTheSecondReaderFailsAnAssertion() async {
    // In a process of its own, which would end with SIGABRT.
    await #expect(processExitsWith: .success) {
      let fixture = try #require(Fixture.all.first { $0.file == "failed-assertion.png" })
      let zxing = Ladder([Reading("two", .zxing, mostPixels: .max)])
      let findings = zxing.search(try Picture(decoding: fixture.bytes()))
      #expect(findings.searches == 2)
    }
  }

  @Test(arguments: ["missing-part.png", "part-and-whole.png"])
  func tellsWhichPartsAreThere(file: String) throws {
    let findings = Ladder.standard.search(try picture(file))
    #expect(findings.parts.map(\.index).sorted() == (file == "missing-part.png" ? [0, 2] : [1]))
    #expect(findings.parts.allSatisfy { $0.message.count == 3 })
  }

  @Test func joinsPartsByTheSecondReaderAlone() throws {
    let zxing = Ladder([Reading("two", .zxing, mostPixels: .max)])
    let fixture = try #require(Fixture.all.first { $0.file == "all-parts.png" })
    let findings = zxing.search(try picture("all-parts.png"))
    #expect(findings.payloads.map { hex($0.bytes) } == fixture.payloads)
    #expect(!findings.lacksParts)
  }

  @Test func makesALargePictureSmallerBeforeAnythingElse() throws {
    let picture = try picture("wide.png")
    #expect(picture.header.width * picture.header.height > 16_000_000)
    #expect(picture.layers.allSatisfy { $0.width * $0.height <= 16_000_000 })
    #expect(Ladder.standard.search(picture).payloads.count == 1)
  }

  private func picture(_ file: String) throws -> Picture {
    let fixture = try #require(Fixture.all.first { $0.file == file })
    return try Picture(decoding: fixture.bytes())
  }
}
