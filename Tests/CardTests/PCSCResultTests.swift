// SPDX-License-Identifier: MIT
import Card
import Testing

@Suite struct PCSCResultTests {
  /// The codes are those that pcsc-lite returned where each of this was tried.
  @Test(arguments: [
    (UInt32(0x8010_001D), CardError.serviceNotRunning),
    (0x8010_001E, .serviceNotRunning),
    (0x8010_0013, .serviceNotRunning),
    (0x8010_006A, .accessDenied),
    (0x8010_002E, .noReader),
    (0x8010_0009, .noReader),
    (0x8010_0017, .noReader),
    (0x8010_000C, .noCard),
    (0x8010_0066, .noCard),
    (0x8010_0067, .noCard),
    (0x8010_000B, .sharingViolation(reader: "A reader")),
    (0x8010_0016, .cardRemoved),
    (0x8010_0069, .cardRemoved),
    (0x8010_0068, .cardReset),
    (0x8010_000F, .service(code: 0x8010_000F)),
  ])
  func saysWhatAFailureMeans(code: UInt32, expected: CardError) {
    #expect(PCSCResult.error(Int(code), reader: "A reader") == expected)
    // On some machines the same 32 bits come with a sign.
    #expect(PCSCResult.error(Int(Int32(bitPattern: code)), reader: "A reader") == expected)
  }
}
