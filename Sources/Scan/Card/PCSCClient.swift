// SPDX-License-Identifier: MIT
import CPCSC

/// A program's way to pcscd: a context, and a caller whom no call can keep for ever.
///
/// A call that waits blocks all others of its context. One that is given up keeps its context for
/// itself, and the next one gets another.
final class PCSCClient {
  private let caller = PatientCaller()
  private var context: PCSCContext?

  /// Makes a call.
  ///
  /// - Parameters:
  ///   - patience: how long it may take.
  ///   - onWait: called once when it takes longer than the silence.
  ///   - call: the call; it owns all that it uses.
  /// - Returns: what the call returns, or `nil` when it takes too long.
  /// - Throws: what the call throws, and why there is no context.
  func result<Value: Sendable>(
    within patience: Patience,
    onWait: () -> Void = {},
    of call: @escaping @Sendable (PCSCContext) throws(CardError) -> Value
  ) throws(CardError) -> Value? {
    let known = context
    let result = try caller.result(within: patience, onWait: onWait) {
      () throws(CardError) -> (PCSCContext, Value) in
      let context = if let known { known } else { try PCSCContext.establish() }
      return (context, try call(context))
    }
    context = result?.0
    return result?.1
  }
}

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

  /// Sixteen readers of pcsc-lite's longest name, unless it says that there are more.
  func readers() throws(CardError) -> [String] {
    var byteCount = DWORD(2_048)
    var result = 0
    // Readers may be plugged in between two calls, but not for ever.
    for _ in 0..<8 {
      var names = [CChar](repeating: 0, count: Int(byteCount))
      // The array has the length that the count says; the call writes into the count how long they are.
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
