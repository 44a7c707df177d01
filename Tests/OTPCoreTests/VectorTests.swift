// SPDX-License-Identifier: MIT
import Foundation
import TestKit
import Testing

/// What keeps a test of vectors from passing without having tested anything.
@Suite("Vector files")
struct VectorTests {
  private func read(_ text: String) throws -> [VectorCase] {
    try VectorCase.all(in: Data(text.utf8), named: "some", keys: ["expect", "count"])
  }

  @Test("give texts, bytes and numbers")
  func giveValues() throws {
    let text = #"{"source": "x", "cases": [{"comment": "c", "expect": "00ff", "count": -3}]}"#
    let vector = try #require(try read(text).first)
    #expect(vector.testDescription == "c")
    #expect(try vector.text("expect") == "00ff")
    #expect(try vector.bytes("expect") == [0, 255])
    #expect(try vector.integer("count") == -3)
    #expect(throws: VectorError.missingKey("expect")) { try vector.integer("expect") }
    #expect(throws: VectorError.missingKey("other")) { try vector.text("other") }
  }

  @Test(
    "are refused when a test could not fail by them",
    arguments: [
      (#"{"source": "x", "cases": []}"#, .noCase("some")),
      (
        #"{"source": "x", "cases": [{"expect": "", "extra": 1}]}"#,
        .unknownKey("extra", file: "some")
      ),
      (
        #"{"source": "x", "cases": [{"expect": ""}], "more": 1}"#, .unknownKey("more", file: "some")
      ),
    ] as [(String, VectorError)]
  )
  func areRefused(text: String, error: VectorError) {
    #expect(throws: error) { try read(text) }
  }

  @Test("are refused when they are not there")
  func mustBeThere() {
    #expect(throws: VectorError.missingFile("nothing")) {
      try VectorCase.all(in: "nothing", keys: [], bundle: .module)
    }
  }

  @Test("hold bytes in hexadecimal alone", arguments: ["0", "0g", "00 11", "é0"])
  func holdHexadecimal(text: String) {
    #expect(Hex.bytes(text) == nil)
  }
}
