// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// What a process that will hold secrets does before anything else.
package enum Hardening {
  /// Keeps the memory from core dumps and from other processes of the user's, and makes sure that the
  /// standard streams are taken.
  ///
  /// setrlimit(2), prctl(2), signal(2), open(2)
  package static func apply() {
    // Lowering a limit is always allowed.
    _ = linux_lower_limit(Int32(linux_limit_core), 0, 0)
    _ = linux_keep_memory_private()
    // A write beyond the limit on files fails then, as on a full disk. A handler, and not SIG_IGN: what
    // is started later finds the signal as it was.
    _ = signal(SIGXFSZ) { _ in }
    for descriptor in [Int32(0), 1, 2] where fcntl(descriptor, F_GETFD) < 0 {
      // Or the vault would be opened in the stream's place, and a code written into it. What is
      // opened here can't be read, or written: whoever closed the stream gets an error.
      _ = unsafe linux_open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY, 0)
    }
  }
}
