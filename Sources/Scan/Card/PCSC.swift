// SPDX-License-Identifier: MIT
import CPCSC
import Secrets

/// The readers that pcscd has.
///
/// Each program run has a context of its own: one that has seen pcscd die is of no more use. Each
/// card has one too: a call that waits for one card blocks all others of its context.
///
/// pcsc-lite: `SCardEstablishContext`, `SCardListReaders`, `SCardConnect`.
public struct PCSC: CardReaders, ~Copyable {
  private let context: PCSCContext
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
    context = try Self.answer(PCSCContext.establish)
  }

  /// Lists the readers, in the order in which pcscd has them, which is not always the same.
  ///
  /// - Returns: their names; none is no error here.
  /// - Throws: ``CardError``.
  ///
  /// pcsc-lite: `SCardListReaders`.
  public borrowing func readers() throws(CardError) -> [String] {
    let context = context
    return try Self.answer(context.readers)
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
    let connection = try PendingCall.result(within: patience, onWait: onWait) {
      () throws(CardError) in
      try PCSCConnection(to: reader, in: PCSCContext.establish())
    }
    guard let connection else { throw .service(code: PCSCResult.timeout) }
    return PCSCCard(connection, patience: patience)
  }

  /// Asks pcscd for what it has at hand.
  private static func answer<Value: Sendable>(
    _ call: @escaping @Sendable () throws(CardError) -> Value
  ) throws(CardError) -> Value {
    let answer = try PendingCall.result(within: .service, of: call)
    guard let answer else { throw .service(code: PCSCResult.timeout) }
    return answer
  }
}

/// A card in a reader, held in a transaction until the end of its owner.
public struct PCSCCard: CardTransport, ~Copyable {
  private let connection: PCSCConnection
  private let patience: Patience

  init(_ connection: PCSCConnection, patience: Patience) {
    self.connection = connection
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
    // The call may outlive the caller's bytes, and some commands carry a secret.
    let command = Secret(SecretBytes(copying: command))
    let answer = try PendingCall.result(within: patience) { () throws(CardError) in
      try connection.transmit(command)
    }
    return answer ?? []
  }
}
