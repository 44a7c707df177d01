// SPDX-License-Identifier: MIT
import CPCSC

/// How long a call to pcscd may take.
public struct Patience: Sendable {
  /// How many milliseconds pass in silence before the person is told of the wait.
  public var silence: UInt32
  /// How many milliseconds the call may take in all.
  public var limit: UInt32

  /// States how long a call may take.
  ///
  /// - Parameters:
  ///   - silence: milliseconds before the person is told.
  ///   - limit: milliseconds in all.
  public init(silence: UInt32, limit: UInt32) {
    self.silence = silence
    self.limit = limit
  }

  /// pcscd itself answers within a millisecond.
  static let service = Patience(silence: 5_000, limit: 5_000)
  /// A key waits for about fifteen seconds to be touched, for this program or for another one.
  static let card = Patience(silence: 400, limit: 20_000)
}

/// A call that may block for ever, made on a thread of its own so that the wait for it ends.
///
/// PC/SC has no time limits, and `SCardCancel` ends none of the calls that wait for another program.
/// A call that outlasts its limit is left to itself: it keeps alive what it uses, and what it still
/// brings is dropped.
package enum PendingCall {
  /// Makes a call.
  ///
  /// - Parameters:
  ///   - patience: how long it may take.
  ///   - onWait: called once when it takes longer than the silence.
  ///   - call: the call; it owns all that it uses.
  /// - Returns: what the call returns, or `nil` when it takes too long.
  /// - Throws: what the call throws.
  package static func result<Value: Sendable>(
    within patience: Patience,
    onWait: () -> Void = {},
    of call: @escaping @Sendable () throws(CardError) -> Value
  ) throws(CardError) -> Value? {
    let outcome = Outcome<Value>()
    let job = Job {
      do throws(CardError) {
        outcome.result = .success(try call())
      } catch {
        outcome.result = .failure(error)
      }
    }
    // Each of the two functions gets back the pointer that is made here, and the job is released
    // once, by whoever is the last to leave.
    let pending = unsafe pcsc_start(
      { job in unsafe Unmanaged<Job>.fromOpaque(job).takeUnretainedValue().body() },
      { job in unsafe Unmanaged<Job>.fromOpaque(job).release() },
      Unmanaged.passRetained(job).toOpaque()
    )
    guard let pending = unsafe pending else { return try call() }
    // The call's own memory lives until both sides have left it.
    defer { unsafe pcsc_leave(pending) }
    let silence = min(patience.silence, patience.limit)
    if unsafe pcsc_wait(pending, silence) { return try outcome.result?.get() }
    guard silence < patience.limit else { return nil }
    onWait()
    // Still the same memory.
    guard unsafe pcsc_wait(pending, patience.limit - silence) else { return nil }
    return try outcome.result?.get()
  }

  private final class Job: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  /// Sharing it is sound: it is written before the call is over and read after, and the lock within
  /// `pcsc_wait` orders the two; when the wait ends first, it is not read.
  private final class Outcome<Value: Sendable>: @unchecked Sendable {
    var result: Result<Value, CardError>?
  }
}
