// SPDX-License-Identifier: MIT
import Card
import OTPCore

/// Lets a card answer with any bytes to whatever it is asked: there is a result or an error, and an end.
///
/// - Parameter input: the answers, each a length byte and so many bytes; then the card says that it
///   does not know the command.
@Sendable func fuzzCard(_ input: [UInt8]) {
  _ = try? TLV.list(in: input)
  do throws(CardError) {
    var session = try OATHSession(over: AnyCard(answers: input[...]))
    _ = try session.credentials()
    _ = try session.codes(at: UnixTime(clamping: 1_700_000_000))
  } catch {
    // Refusing is as good as reading.
  }
}

private struct AnyCard: CardTransport, ~Copyable {
  var answers: ArraySlice<UInt8>

  mutating func transmit(_ command: Span<UInt8>) throws(CardError) -> [UInt8] {
    guard let count = answers.popFirst() else { return [0x6D, 0x00] }
    let answer = answers.prefix(Int(count))
    answers = answers.dropFirst(Int(count))
    return Array(answer)
  }

  mutating func resetAtEnd() {}
}
