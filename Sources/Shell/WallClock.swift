// SPDX-License-Identifier: MIT
import CLinux
import Glibc
package import OTPCore

/// Tells the time and waits; passed in so that a test can set it.
package protocol WallClock: Sendable {
  /// The present moment.
  func now() -> UnixTime

  /// Waits until a moment has come, or has passed already.
  ///
  /// - Parameter time: the moment.
  func wait(until time: UnixTime)
}

/// The system's clock.
///
/// clock_gettime(2), clock_nanosleep(2)
package struct SystemClock: WallClock {
  /// Makes a clock.
  package init() {}

  /// The present moment.
  package func now() -> UnixTime {
    var time = timespec()
    // The pointer is good for the call, which can't fail for this clock.
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return UnixTime(clamping: Int64(time.tv_sec))
  }

  /// Waits until a moment has come, or has passed already.
  ///
  /// - Parameter time: the moment.
  package func wait(until time: UnixTime) {
    var moment = timespec(tv_sec: Int(time.seconds), tv_nsec: 0)
    // An absolute wait: a signal's handler, or a clock that is set, makes it no longer or shorter.
    while unsafe clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &moment, nil) == EINTR {}
  }
}
