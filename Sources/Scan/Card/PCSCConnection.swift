// SPDX-License-Identifier: MIT
import CPCSC
import Secrets

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

  func transmit(_ command: PCSCCommand) throws(CardError) -> [UInt8] {
    // A short command has an answer of 258 bytes at most.
    var answer = [UInt8](repeating: 0, count: 1 << 12)
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

/// A command that may outlive the one who sent it.
///
/// Some carry a secret, so it is wiped at its end.
final class PCSCCommand: @unchecked Sendable {
  // Sharing it is sound: nothing is written before nobody else is left.
  private var bytes: [UInt8]

  init(_ command: Span<UInt8>) {
    bytes = command.indices.map { command[$0] }
  }

  deinit {
    var span = bytes.mutableSpan
    wipe(&span)
  }

  func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    let bytes = bytes
    return body(bytes.span)
  }
}
