// SPDX-License-Identifier: MIT

/// The card readers of a machine, as a search for a card needs them.
///
/// pcscd has them; tests bring others.
public protocol CardReaders: ~Copyable {
  /// Lists the readers, with or without a card.
  ///
  /// - Returns: their names, in no particular order; none is no error here.
  /// - Throws: ``CardError``.
  borrowing func readers() throws(CardError) -> [String]

  /// Connects to the card in a reader.
  ///
  /// - Parameters:
  ///   - reader: the reader's name.
  ///   - onWait: called once when another program keeps this one waiting.
  /// - Returns: the way to the card.
  /// - Throws: ``CardError/sharingViolation(reader:)`` at once when another program has the card for
  ///   itself; ``CardError/service(code:)`` with `SCARD_E_TIMEOUT` when another one is busy with it for
  ///   too long; and others.
  borrowing func connect(
    _ reader: String,
    onWait: () -> Void
  ) throws(CardError) -> any CardTransport & ~Copyable
}
