// SPDX-License-Identifier: MIT
import CPCSC

/// The connection to pcscd, and through it to readers.
///
/// Each program run has a context of its own: one that has seen pcscd die is of no more use.
///
/// pcsc-lite: `SCardEstablishContext`, `SCardReleaseContext`.
@safe
public struct PCSC: ~Copyable {
  private let context: SCARDCONTEXT

  /// Connects to pcscd.
  ///
  /// - Throws: ``CardError/serviceNotRunning``, ``CardError/accessDenied``,
  ///   ``CardError/service(code:)``.
  public init() throws(CardError) {
    var context: SCARDCONTEXT = 0
    // The pointer is good for the call.
    let result = unsafe SCardEstablishContext(DWORD(SCARD_SCOPE_SYSTEM), nil, nil, &context)
    guard result == SCARD_S_SUCCESS else {
      // A daemon that closes the very first call has refused the user.
      throw Self.code(result) == Self.communicationError
        ? .accessDenied : Self.error(result, reader: "")
    }
    self.context = context
  }

  deinit {
    SCardReleaseContext(context)
  }

  /// Lists the readers, in the order in which pcscd has them, which is not always the same.
  ///
  /// - Returns: their names; none is no error here.
  /// - Throws: ``CardError``.
  ///
  /// pcsc-lite: `SCardListReaders`.
  public borrowing func readers() throws(CardError) -> [String] {
    var byteCount: DWORD = 0
    // The pointers are good for the calls, and the array has the length that was asked for.
    var result = unsafe SCardListReaders(context, nil, nil, &byteCount)
    if Self.code(result) == Self.code(Int(SCARD_E_NO_READERS_AVAILABLE)) { return [] }
    guard result == SCARD_S_SUCCESS else { throw Self.error(result, reader: "") }
    var names = [CChar](repeating: 0, count: Int(byteCount))
    result = unsafe SCardListReaders(context, nil, &names, &byteCount)
    if Self.code(result) == Self.code(Int(SCARD_E_NO_READERS_AVAILABLE)) { return [] }
    guard result == SCARD_S_SUCCESS else { throw Self.error(result, reader: "") }
    return names.split(separator: 0).map { name in
      String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  /// Connects to the card in a reader, beside other programs, and keeps them out until the connection
  /// ends.
  ///
  /// - Parameter reader: the reader's name.
  /// - Returns: the connection.
  /// - Throws: ``CardError/noCard``, ``CardError/sharingViolation(reader:)``,
  ///   ``CardError/accessDenied`` and others.
  ///
  /// pcsc-lite: `SCardConnect` with `SCARD_SHARE_SHARED`, `SCardBeginTransaction`.
  public borrowing func connect(_ reader: String) throws(CardError) -> PCSCCard {
    var card: SCARDHANDLE = 0
    var protocolInUse: DWORD = 0
    // The pointers are good for the call.
    let result = unsafe SCardConnect(
      context,
      reader,
      DWORD(SCARD_SHARE_SHARED),
      DWORD(SCARD_PROTOCOL_T0) | DWORD(SCARD_PROTOCOL_T1),
      &card,
      &protocolInUse
    )
    guard result == SCARD_S_SUCCESS else { throw Self.error(result, reader: reader) }
    let begun = SCardBeginTransaction(card)
    guard begun == SCARD_S_SUCCESS else {
      SCardDisconnect(card, DWORD(SCARD_LEAVE_CARD))
      throw Self.error(begun, reader: reader)
    }
    return PCSCCard(
      handle: card,
      usesT0: protocolInUse == DWORD(SCARD_PROTOCOL_T0),
      reader: reader
    )
  }

  static func code(_ result: Int) -> UInt32 { UInt32(truncatingIfNeeded: result) }

  /// `SCARD_F_COMM_ERROR`, which the header's macro gives no type that Swift takes.
  private static let communicationError: UInt32 = 0x8010_0013

  static func error(_ result: Int, reader: String) -> CardError {
    switch code(result) {
    case code(Int(SCARD_E_NO_SERVICE)), code(Int(SCARD_E_SERVICE_STOPPED)): .serviceNotRunning
    case code(Int(SCARD_W_SECURITY_VIOLATION)): .accessDenied
    case code(Int(SCARD_E_NO_READERS_AVAILABLE)), code(Int(SCARD_E_UNKNOWN_READER)),
      code(Int(SCARD_E_READER_UNAVAILABLE)):
      .noReader
    case code(Int(SCARD_E_NO_SMARTCARD)), code(Int(SCARD_W_UNRESPONSIVE_CARD)),
      code(Int(SCARD_W_UNPOWERED_CARD)):
      .noCard
    case code(Int(SCARD_E_SHARING_VIOLATION)): .sharingViolation(reader: reader)
    case code(Int(SCARD_W_REMOVED_CARD)), code(Int(SCARD_E_NOT_TRANSACTED)): .cardRemoved
    case code(Int(SCARD_W_RESET_CARD)): .cardReset
    // pcscd went away in the middle of a call.
    case communicationError: .serviceNotRunning
    case let other: .service(code: other)
    }
  }
}

/// A card in a reader, held in a transaction.
@safe
public struct PCSCCard: CardTransport, ~Copyable {
  private let handle: SCARDHANDLE
  private let usesT0: Bool
  private var isResetAtEnd = false

  /// The reader's name.
  public let reader: String

  init(handle: SCARDHANDLE, usesT0: Bool, reader: String) {
    self.handle = handle
    self.usesT0 = usesT0
    self.reader = reader
  }

  deinit {
    let disposition = DWORD(isResetAtEnd ? SCARD_RESET_CARD : SCARD_LEAVE_CARD)
    SCardEndTransaction(handle, disposition)
    SCardDisconnect(handle, disposition)
  }

  /// Has the card reset when the connection ends, so that no other program finds it unlocked.
  public mutating func resetAtEnd() {
    isResetAtEnd = true
  }

  /// Sends a command and waits for the answer.
  ///
  /// - Parameter command: a whole command.
  /// - Returns: a whole answer; none at all when the card went away just then.
  /// - Throws: ``CardError``.
  ///
  /// pcsc-lite: `SCardTransmit`.
  public mutating func transmit(_ command: Span<UInt8>) throws(CardError) -> [UInt8] {
    var answer = [UInt8](repeating: 0, count: 1 << 16)
    var byteCount = DWORD(answer.count)
    let header = unsafe usesT0 ? pcsc_pci_t0() : pcsc_pci_t1()
    let result = unsafe command.withUnsafeBufferPointer { command in
      // The command and the answer's array are as long as the counts say.
      unsafe SCardTransmit(
        handle,
        header,
        command.baseAddress,
        DWORD(command.count),
        nil,
        &answer,
        &byteCount
      )
    }
    guard result == SCARD_S_SUCCESS else { throw PCSC.error(result, reader: reader) }
    return Array(answer.prefix(Int(byteCount)))
  }
}
