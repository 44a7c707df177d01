// SPDX-License-Identifier: MIT
import CPCSC

/// What the calls of PC/SC return, and what it means.
///
/// pcsc-lite: `pcsclite.h`.
package enum PCSCResult {
  /// `SCARD_F_COMM_ERROR`, which the header's macro gives no type that Swift takes.
  static let communicationError: UInt32 = 0x8010_0013
  static let noReaders = code(Int(SCARD_E_NO_READERS_AVAILABLE))
  static let insufficientBuffer = code(Int(SCARD_E_INSUFFICIENT_BUFFER))
  /// `SCARD_E_TIMEOUT`: here, that a call took longer than it was waited for.
  package static let timeout = code(Int(SCARD_E_TIMEOUT))

  /// The header's 32 bits come back with a sign, or without one.
  static func code(_ result: Int) -> UInt32 { UInt32(truncatingIfNeeded: result) }

  /// Says what a failure means.
  ///
  /// - Parameters:
  ///   - result: anything but `SCARD_S_SUCCESS`.
  ///   - reader: the reader's name, or empty.
  /// - Returns: the error.
  package static func error(_ result: Int, reader: String) -> CardError {
    switch code(result) {
    case code(Int(SCARD_E_NO_SERVICE)), code(Int(SCARD_E_SERVICE_STOPPED)): .serviceNotRunning
    // pcscd went away in the middle of a call.
    case communicationError: .serviceNotRunning
    case code(Int(SCARD_W_SECURITY_VIOLATION)): .accessDenied
    case noReaders, code(Int(SCARD_E_UNKNOWN_READER)), code(Int(SCARD_E_READER_UNAVAILABLE)):
      .noReader
    case code(Int(SCARD_E_NO_SMARTCARD)), code(Int(SCARD_W_UNRESPONSIVE_CARD)),
      code(Int(SCARD_W_UNPOWERED_CARD)):
      .noCard
    case code(Int(SCARD_E_SHARING_VIOLATION)): .sharingViolation(reader: reader)
    case code(Int(SCARD_W_REMOVED_CARD)), code(Int(SCARD_E_NOT_TRANSACTED)): .cardRemoved
    case code(Int(SCARD_W_RESET_CARD)): .cardReset
    case let other: .service(code: other)
    }
  }
}
