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
    #expect(Ladder.standard.search(picture).searches > Ladder.standard.readings.count)
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

  private func picture(_ file: String) throws -> Picture {
    let fixture = try #require(Fixture.all.first { $0.file == file })
    return try Picture(decoding: fixture.bytes())
  }
}
