// SPDX-License-Identifier: MIT
import CLinux

/// What a process that will hold secrets gives up before it does anything.
package enum Hardening {
  /// Turns core dumps off, for this process and those that it starts.
  ///
  /// setrlimit(2)
  package static func apply() {
    // Lowering a limit is always allowed.
    _ = linux_lower_limit(Int32(linux_limit_core), 0, 0)
  }
}
