// SPDX-License-Identifier: MIT

/// The number with which a process ends.
package struct ExitCode: RawRepresentable, Hashable, Sendable {
  /// The number, 0 for success.
  package let rawValue: UInt8

  /// Names a number.
  ///
  /// - Parameter rawValue: 0 for success; 128 and more are taken by signals.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The command did what was asked.
  package static let success = Self(rawValue: 0)
}
