// SPDX-License-Identifier: MIT

/// Sends commands and gathers their answers, however many parts those come in.
struct CardChannel: ~Copyable {
  /// No card has credentials for a longer answer.
  private static let mostByteCount = 1 << 16
  private static let mostParts = 1 << 10

  private var transport: any CardTransport & ~Copyable

  init(_ transport: consuming any CardTransport & ~Copyable) {
    self.transport = transport
  }

  /// Sends a command.
  ///
  /// - Parameter command: what to do.
  /// - Returns: the answer's data, all parts of it in one.
  /// - Throws: ``CardError/status(_:during:)`` for any status but success.
  ///
  /// YKOATH: SEND REMAINING, which is not ISO's GET RESPONSE.
  mutating func send(_ command: CommandAPDU) throws(CardError) -> [UInt8] {
    var data: [UInt8] = []
    var answer = try transport.transmit(command.bytes.span)
    for _ in 0..<Self.mostParts {
      guard answer.count >= 2 else { throw .emptyAnswer }
      let status = StatusWord(
        UInt16(answer[answer.count - 2]) << 8 | UInt16(answer[answer.count - 1])
      )
      data += answer.dropLast(2)
      guard data.count <= Self.mostByteCount else { throw .endlessAnswer }
      guard status.announcesMore else {
        guard status == .success else { throw .status(status, during: command.instruction) }
        return data
      }
      guard answer.count > 2 else { throw .endlessAnswer }
      answer = try transport.transmit(CommandAPDU(.sendRemaining).bytes.span)
    }
    throw .endlessAnswer
  }

  /// Has the card forget what it was shown when the connection ends.
  mutating func resetAtEnd() {
    transport.resetAtEnd()
  }
}
