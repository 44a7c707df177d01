// SPDX-License-Identifier: MIT

/// A moment in whole seconds since 1970-01-01 00:00:00 UTC, 0 to 2⁵³ − 1.
public struct UnixTime: Hashable, Comparable, Sendable {
  /// Seconds since 1970, leap seconds not counted.
  public let seconds: Int64

  /// The last moment: every JSON reader holds its number exactly, and sums don't overflow.
  public static let latest: Int64 = 9_007_199_254_740_991

  /// Checks a moment.
  ///
  /// - Parameter seconds: 0 to ``latest``.
  /// - Throws: ``OTPError/timeOutOfRange``.
  public init(seconds: Int64) throws(OTPError) {
    guard (0...Self.latest).contains(seconds) else { throw .timeOutOfRange }
    self.seconds = seconds
  }

  /// Brings any number of seconds into range.
  ///
  /// - Parameter seconds: taken as 0 below it, and as ``latest`` above that.
  public init(clamping seconds: Int64) {
    self.seconds = min(max(seconds, 0), Self.latest)
  }

  /// Tells whether a moment comes before another.
  public static func < (left: UnixTime, right: UnixTime) -> Bool {
    left.seconds < right.seconds
  }
}
