// SPDX-License-Identifier: MIT
import CPCSC

/// Makes calls that may block for ever, on a thread of its own, so that the wait for them ends.
///
/// PC/SC has no time limits, and `SCardCancel` ends none of the calls that wait for another program.
/// A call that outlasts its limit is left to itself, and its thread to it: it keeps alive what it
/// uses, and what it still brings is dropped. The next call gets another thread.
@safe
package final class PatientCaller {
  private var worker: UnsafeMutablePointer<pcsc_worker>?

  /// Makes a caller; its thread starts with the first call.
  package init() {}

  deinit {
    dismiss()
  }

  /// Makes a call.
  ///
  /// - Parameters:
  ///   - patience: how long it may take.
  ///   - onWait: called once when it takes longer than the silence.
  ///   - call: the call; it owns all that it uses.
  /// - Returns: what the call returns, or `nil` when it takes too long.
  /// - Throws: what the call throws.
  package func result<Value: Sendable>(
    within patience: Patience,
    onWait: () -> Void,
    of call: @escaping @Sendable () throws(CardError) -> Value
  ) throws(CardError) -> Value? {
    // A worker that is kept is alive and has nothing to do.
    guard let worker = unsafe worker ?? pcsc_hire() else { return try call() }
    unsafe self.worker = worker
    let outcome = Outcome<Value>()
    let job = Job {
      do throws(CardError) {
        outcome.result = .success(try call())
      } catch {
        outcome.result = .failure(error)
      }
    }
    // The pointer that is made here is the one that is taken over, once.
    unsafe pcsc_begin(
      worker,
      { job in unsafe Unmanaged<Job>.fromOpaque(job).takeRetainedValue().body() },
      Unmanaged.passRetained(job).toOpaque()
    )
    let silence = min(patience.silence, patience.limit)
    // The worker is alive until it is dismissed.
    if unsafe pcsc_wait(worker, silence) { return try outcome.result?.get() }
    if silence < patience.limit {
      onWait()
      // Alive still.
      if unsafe pcsc_wait(worker, patience.limit - silence) { return try outcome.result?.get() }
    }
    dismiss()
    return nil
  }

  private func dismiss() {
    // A worker that was kept is alive, and after this nobody keeps it.
    guard let worker = unsafe worker else { return }
    unsafe pcsc_dismiss(worker)
    unsafe self.worker = nil
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
