// SPDX-License-Identifier: MIT
import CPCSC
import Secrets

/// A client's connection to pcscd; it ends with the last one who uses it, be that a call that was
/// given up.
///
/// pcsc-lite: `SCardEstablishContext`, `SCardReleaseContext`.
final class PCSCContext: Sendable {
  let handle: SCARDCONTEXT

  private init(_ handle: SCARDCONTEXT) {
    self.handle = handle
  }

  deinit {
    SCardReleaseContext(handle)
  }

  static func establish() throws(CardError) -> PCSCContext {
    var handle: SCARDCONTEXT = 0
    // The pointer is good for the call.
    let result = unsafe SCardEstablishContext(DWORD(SCARD_SCOPE_SYSTEM), nil, nil, &handle)
    guard result == SCARD_S_SUCCESS else {
      // A daemon that closes the very first call has refused the user.
      throw PCSCResult.code(result) == PCSCResult.communicationError
        ? .accessDenied : PCSCResult.error(result, reader: "")
    }
    return PCSCContext(handle)
  }

  /// A reader that is plugged in between the two calls makes the second one fail for want of room.
  @Sendable func readers() throws(CardError) -> [String] {
    var result = 0
    for _ in 0..<8 {
      var byteCount: DWORD = 0
      // The pointer is good for the call.
      result = unsafe SCardListReaders(handle, nil, nil, &byteCount)
      guard result == SCARD_S_SUCCESS else { break }
      var names = [CChar](repeating: 0, count: Int(byteCount))
      // The array has the length that was asked for.
      result = unsafe SCardListReaders(handle, nil, &names, &byteCount)
      if result == SCARD_S_SUCCESS {
        return names.split(separator: 0).map { name in
          String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
      }
      guard PCSCResult.code(result) == PCSCResult.insufficientBuffer else { break }
    }
    if PCSCResult.code(result) == PCSCResult.noReaders { return [] }
    throw PCSCResult.error(result, reader: "")
  }
}

/// A card's connection and transaction; they end with the last one who uses them.
///
/// pcsc-lite: `SCardConnect`, `SCardBeginTransaction`, `SCardTransmit`, `SCardEndTransaction`,
/// `SCardDisconnect`.
final class PCSCConnection: @unchecked Sendable {
  // Sharing it is sound: `disposition` alone changes, by the one who owns the card, and is read when
  // nobody else is left.
  private let context: PCSCContext
  private let handle: SCARDHANDLE
  private let usesT0: Bool
  private let reader: String
  private var disposition = SCARD_LEAVE_CARD

  init(to reader: String, in context: PCSCContext) throws(CardError) {
    var handle: SCARDHANDLE = 0
    var protocolInUse: DWORD = 0
    // The pointers are good for the call.
    let result = unsafe SCardConnect(
      context.handle,
      reader,
      DWORD(SCARD_SHARE_SHARED),
      DWORD(SCARD_PROTOCOL_T0) | DWORD(SCARD_PROTOCOL_T1),
      &handle,
      &protocolInUse
    )
    guard result == SCARD_S_SUCCESS else { throw PCSCResult.error(result, reader: reader) }
    let begun = SCardBeginTransaction(handle)
    guard begun == SCARD_S_SUCCESS else {
      SCardDisconnect(handle, DWORD(SCARD_LEAVE_CARD))
      throw PCSCResult.error(begun, reader: reader)
    }
    self.context = context
    self.handle = handle
    self.reader = reader
    usesT0 = protocolInUse == DWORD(SCARD_PROTOCOL_T0)
  }

  deinit {
    SCardEndTransaction(handle, DWORD(disposition))
    SCardDisconnect(handle, DWORD(disposition))
  }

  func resetAtEnd() {
    disposition = SCARD_RESET_CARD
  }

  func transmit(_ command: Secret) throws(CardError) -> [UInt8] {
    // The longest answer that there is, and its status word.
    var answer = [UInt8](repeating: 0, count: 1 << 16 + 2)
    var byteCount = DWORD(answer.count)
    // Both are constants of the library.
    let header = unsafe usesT0 ? pcsc_pci_t0() : pcsc_pci_t1()
    let result = command.withBytes { command in
      // The command and the answer's array are as long as the counts say.
      unsafe command.withUnsafeBufferPointer { command in
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
    }
    guard result == SCARD_S_SUCCESS else { throw PCSCResult.error(result, reader: reader) }
    return Array(answer.prefix(Int(byteCount)))
  }
}
