// SPDX-License-Identifier: MIT

/// A way to a card: bytes out, bytes in.
///
/// PC/SC is one; tests bring others.
public protocol CardTransport: ~Copyable {
  /// Sends a command and waits for the answer.
  ///
  /// - Parameter command: a whole command.
  /// - Returns: a whole answer, with its status word.
  /// - Throws: ``CardError``.
  mutating func transmit(_ command: Span<UInt8>) throws(CardError) -> [UInt8]

  /// Has the card forget what it was shown when the connection ends.
  mutating func resetAtEnd()
}
