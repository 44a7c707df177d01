// SPDX-License-Identifier: MIT
import Draw
import Testing

@Suite("QR codes") struct QRCodeTests {
  private func code(_ count: Int) throws(DrawError) -> QRCode {
    let bytes = [UInt8](repeating: 0x41, count: count)
    return try QRCode(encoding: bytes.span)
  }

  /// Byte mode: 17 bytes are the most of version 1 with level L, 2953 of version 40.
  @Test("are as small as they can be", arguments: [(1, 21), (17, 21), (18, 25), (2953, 177)])
  func areSmall(count: Int, side: Int) throws {
    #expect(try code(count).side == side)
  }

  @Test("hold no more than a code can") func haveALimit() {
    #expect(throws: DrawError.tooLong(byteCount: 2954, limit: 2953)) { try code(2954) }
    #expect(throws: DrawError.empty) { try code(0) }
  }

  @Test("have a quiet zone of four modules on each side, in half lines")
  func haveAQuietZone() throws {
    let lines = try code(1).text(.plainOnLight).split(separator: "\n")
    #expect(lines.count == (21 + 8 + 1) / 2)
    #expect(lines.allSatisfy { $0.count == 29 })
    #expect(lines.prefix(2).allSatisfy { $0.allSatisfy { $0 == " " } })
  }

  @Test("use colours of their own only where they are wanted") func areColouredOnDemand() throws {
    let code = try code(1)
    #expect(code.text(.coloured).contains("\u{1B}["))
    #expect(!code.text(.plain).contains("\u{1B}"))
    #expect(code.text(.plain) != code.text(.plainOnLight))
  }
}
