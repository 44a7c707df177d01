// SPDX-License-Identifier: MIT
import CPCSC

/// The readers that pcscd has.
///
/// Each program run has a context of its own: one that has seen pcscd die is of no more use.
///
/// pcsc-lite: `SCardEstablishContext`, `SCardListReaders`, `SCardConnect`.
public struct PCSC: CardReaders, ~Copyable {
  private let client = PCSCClient()
  private let patience: Patience

  /// Connects to pcscd.
  ///
  /// - Throws: ``CardError/serviceNotRunning``, ``CardError/accessDenied``,
  ///   ``CardError/service(code:)``.
  public init() throws(CardError) {
    try self.init(patience: .card)
  }

  /// Connects to pcscd.
  ///
  /// - Parameter patience: how long other programs, and touches, are waited for.
  /// - Throws: ``CardError/serviceNotRunning``, ``CardError/accessDenied``,
  ///   ``CardError/service(code:)``.
  public init(patience: Patience) throws(CardError) {
    self.patience = patience
    let isThere: Bool? = try client.result(within: .service) { _ throws(CardError) in true }
    guard isThere != nil else { throw .service(code: PCSCResult.timeout) }
  }

  /// Lists the readers, in the order in which pcscd has them, which is not always the same.
  ///
  /// - Returns: their names; none is no error here.
  /// - Throws: ``CardError``.
  ///
  /// pcsc-lite: `SCardListReaders`.
  public borrowing func readers() throws(CardError) -> [String] {
    let names = try client.result(within: .service) { context throws(CardError) in
      try context.readers()
    }
    guard let names else { throw .service(code: PCSCResult.timeout) }
    return names
  }

  /// Connects to the card in a reader, beside other programs, and keeps them out until the connection
  /// ends.
  ///
  /// - Parameters:
  ///   - reader: the reader's name.
  ///   - onWait: called once when another program keeps this one waiting.
  /// - Returns: the connection.
  /// - Throws: ``CardError/noCard``, ``CardError/sharingViolation(reader:)``,
  ///   ``CardError/accessDenied``, ``CardError/service(code:)`` with `SCARD_E_TIMEOUT` and others.
  ///
  /// pcsc-lite: `SCardConnect` with `SCARD_SHARE_SHARED`, `SCardBeginTransaction`.
  public borrowing func connect(
    _ reader: String,
    onWait: () -> Void
  ) throws(CardError) -> any CardTransport & ~Copyable {
    let connection = try client.result(within: patience, onWait: onWait) {
      context throws(CardError) in
      try PCSCConnection(to: reader, in: context)
    }
    guard let connection else { throw .service(code: PCSCResult.timeout) }
    return PCSCCard(connection, client: client, patience: patience)
  }
}

/// A card in a reader, held in a transaction until the end of its owner.
public struct PCSCCard: CardTransport, ~Copyable {
  private let connection: PCSCConnection
  private let client: PCSCClient
  private let patience: Patience

  init(_ connection: PCSCConnection, client: PCSCClient, patience: Patience) {
    self.connection = connection
    self.client = client
    self.patience = patience
  }

  /// Has the card reset when the connection ends, so that no other program finds it unlocked.
  public mutating func resetAtEnd() {
    connection.resetAtEnd()
  }

  /// Sends a command and waits for the answer.
  ///
  /// - Parameter command: a whole command.
  /// - Returns: a whole answer; none at all when the card went away just then, or is silent for
  ///   longer than a touch is waited for.
  /// - Throws: ``CardError``.
  ///
  /// pcsc-lite: `SCardTransmit`.
  public mutating func transmit(_ command: Span<UInt8>) throws(CardError) -> [UInt8] {
    let connection = connection
    let command = PCSCCommand(command)
    let answer = try client.result(within: patience) { _ throws(CardError) in
      try connection.transmit(command)
    }
    return answer ?? []
  }
}
