// SPDX-License-Identifier: MIT
package import OTPCore
import Shell
import Synchronization

/// A clock that stands still, and that a wait moves on.
package final class FixedClock: WallClock {
  /// 2023-11-14T22:13:20Z, twenty seconds into a step of thirty.
  package static let usual: Int64 = 1_700_000_000

  private struct State {
    var now: UnixTime
    var waits: [UnixTime] = []
  }

  private let state: Mutex<State>

  /// Makes a clock.
  ///
  /// - Parameter seconds: what it shows, in Unix seconds.
  package init(_ seconds: Int64 = FixedClock.usual) {
    state = Mutex(State(now: UnixTime(clamping: seconds)))
  }

  /// The moments that were waited for, in their order.
  package var waits: [UnixTime] { state.withLock { $0.waits } }

  /// What the clock shows.
  package func now() -> UnixTime { state.withLock { $0.now } }

  /// Remembers the wait, and shows that moment unless it has passed.
  ///
  /// - Parameter time: the moment.
  package func wait(until time: UnixTime) {
    state.withLock {
      $0.waits.append(time)
      $0.now = max($0.now, time)
    }
  }
}
