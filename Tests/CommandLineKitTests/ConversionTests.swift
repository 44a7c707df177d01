// SPDX-License-Identifier: MIT
import CommandLineKit
import Testing

@Suite struct ConversionTests {
  @Test(arguments: zip(["0", "7", "+7", "007", "255"], [0, 7, 7, 7, 255] as [UInt8]))
  func `an integer is read in its range`(text: String, value: UInt8) throws {
    #expect(try Conversion<UInt8>.integer(in: 0...255).convert(text) == value)
  }

  @Test(arguments: ["", " 7", "7 ", "256", "-1", "0x7", "7.0", "٧", "99999999999999999999999", "-"])
  func `anything else is refused with the range`(text: String) {
    #expect(throws: ArgumentError(expected: "a whole number from 0 to 255")) {
      try Conversion<UInt8>.integer(in: 0...255).convert(text)
    }
  }

  @Test func `integers reach their type's limits`() throws {
    let counter = Conversion.integer(in: UInt64.min...UInt64.max)
    #expect(try counter.convert("18446744073709551615") == .max)
    #expect(throws: ArgumentError.self) { try counter.convert("18446744073709551616") }
  }

  @Test(arguments: ["", "Moderate", "moderate ", "mod"])
  func `a choice is exact`(text: String) {
    let expected = ArgumentError(expected: "one of interactive, moderate, sensitive")
    #expect(throws: expected) {
      try Conversion.choice(of: Sample.Cost.self).convert(text)
    }
  }

  @Test func `shells learn what to offer`() {
    #expect(Sample.Scan.image.description.completion == .file)
    #expect(Sample.Code.query.description.completion == .none)
    #expect(
      Sample.Vault.cost.description.completion
        == .choices(["interactive", "moderate", "sensitive"])
    )
    #expect(
      Sample.Code.query.completed(by: .commands).description.completion == .commands
    )
  }

  @Test func `a declaration keeps its attributes in any order`() {
    let one = Positional("x", "What").completed(by: .file).sensitive.optional.repeating
    let other = Positional("x", "What").optional.sensitive.completed(by: .file).repeating
    #expect(one.description == other.description)
    #expect(one.description.isSensitive && one.description.isRepeating)
    #expect(!one.description.isRequired)
    #expect(one.description.completion == .file)
  }
}
