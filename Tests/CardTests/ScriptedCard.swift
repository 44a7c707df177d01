// SPDX-License-Identifier: MIT
import Card

/// A card that expects certain commands and gives certain answers, in hex, in their order.
struct ScriptedCard: CardTransport, ~Copyable {
  /// What was asked of it beside the commands, kept where the test can see it.
  final class Record {
    var isResetAtEnd = false
    var sent: [[UInt8]] = []
  }

  private var exchanges: [(command: [UInt8]?, answer: [UInt8])]
  private let record: Record

  /// Makes a card.
  ///
  /// - Parameters:
  ///   - exchanges: pairs of command and answer; a command of `*` may be any.
  ///   - record: where the test looks.
  init(_ exchanges: [(String, String)], _ record: Record = Record()) {
    self.exchanges = exchanges.map { command, answer in
      (command == "*" ? nil : bytes(command), bytes(answer))
    }
    self.record = record
  }

  mutating func transmit(_ command: Span<UInt8>) throws(CardError) -> [UInt8] {
    let sent = command.indices.map { command[$0] }
    record.sent.append(sent)
    guard !exchanges.isEmpty else { return [0x6F, 0x00] }
    let (expected, answer) = exchanges.removeFirst()
    // What was not expected gets an answer that no test expects.
    return expected == nil || expected == sent ? answer : [0x6F, 0x01]
  }

  mutating func resetAtEnd() {
    record.isResetAtEnd = true
  }
}

/// Reads hexadecimal digits; spaces don't count.
func bytes(_ text: String) -> [UInt8] {
  var digits: [UInt8] = []
  for character in text where character != " " {
    digits.append(UInt8(character.hexDigitValue ?? 0))
  }
  return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// SELECT, and the answer of a card without an access key.
let selection = (
  "00A40400 07 A0000005272101 00", "7903050403 7108 0001020304050607 9000"
)
