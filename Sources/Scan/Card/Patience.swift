// SPDX-License-Identifier: MIT

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
