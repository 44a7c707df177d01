// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// Measures how long something takes; it stands still while the machine sleeps.
///
/// It does what the standard library's clock of this name does. That one would link the whole of
/// Swift's concurrency, which then is set up at each start.
///
/// clock_gettime(2)
enum SuspendingClock {
  /// A moment that is told apart from others, and means nothing by itself.
  struct Instant {
    fileprivate let sinceStart: Duration

    static func + (moment: Instant, duration: Duration) -> Instant {
      Instant(sinceStart: moment.sinceStart + duration)
    }

    static func - (later: Instant, earlier: Instant) -> Duration {
      later.sinceStart - earlier.sinceStart
    }
  }

  /// The present moment.
  static var now: Instant {
    var time = timespec()
    // The pointer is good for the call, which can't fail for this clock.
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Instant(sinceStart: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
  }
}
