// SPDX-License-Identifier: MIT
import Card
import TestKit
import Testing

@Suite struct TLVTests {
  private func result(_ hex: String) -> Result<[TLV], CardError> {
    do throws(CardError) { return .success(try TLV.list(in: bytes(hex))) } catch {
      return .failure(error)
    }
  }

  @Test func readsLengthsOfOneTwoAndThreeBytes() throws {
    for count in [0, 1, 0x7F, 0x80, 0xFF, 0x100, 0xFFFF] {
      let value = [UInt8](repeating: 0x5A, count: count)
      let encoded = TLV.encoded(0x71, value)
      let overhead = count < 0x80 ? 2 : count < 0x100 ? 3 : 4
      #expect(encoded.count == count + overhead)
      #expect(try TLV.list(in: encoded) == [TLV(tag: 0x71, value: value)])
    }
  }

  @Test(arguments: [
    ("", [TLV]()),
    ("71 00", [TLV(tag: 0x71, value: [])]),
    ("71 81 01 AA", [TLV(tag: 0x71, value: [0xAA])]),
    ("71 82 0001 AA 00 00", [TLV(tag: 0x71, value: [0xAA]), TLV(tag: 0x00, value: [])]),
  ])
  func readsOneAfterTheOther(hex: String, expected: [TLV]) {
    #expect(result(hex) == .success(expected))
  }

  @Test(arguments: [
    "71", "71 01", "71 02 AA", "71 80", "71 81", "71 82", "71 82 00", "71 81 01", "71 83 000001 AA",
    "71 84 00000001 AA", "71 FF AA", "71 82 FFFF AA", "71 01 AA 72",
  ])
  func refusesLengthsThatDontFit(hex: String) {
    #expect(result(hex) == .failure(.malformedAnswer))
  }

  /// What parses is made of the same bytes again, if each length is written in the shortest way.
  @Test(arguments: 0..<20)
  func readsWhatItWroteAndNoDamage(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let items = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        TLV(
          tag: UInt8.random(in: 0...255, using: &random),
          value: random.bytes(count: Int.random(in: 0...300, using: &random))
        )
      }
      var encoded: [UInt8] = []
      for item in items { encoded += TLV.encoded(item.tag, item.value) }
      #expect((try? TLV.list(in: encoded)) == items)
      let damaged = random.mutated(encoded)
      do throws(CardError) {
        let read = try TLV.list(in: damaged)
        #expect(read.reduce(0) { $0 + $1.value.count } <= damaged.count)
      } catch {
        #expect(error == .malformedAnswer)
      }
    }
  }
}
