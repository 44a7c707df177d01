// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// How the process gets its ordinary memory.
package enum Memory {
  /// Keeps what has been freed for what is needed next.
  ///
  /// A large vault is read and written in pieces of its size. Giving each back to the system, and having
  /// the next one made of fresh pages, takes longer than decrypting it. Secrets lie elsewhere.
  ///
  /// mallopt(3)
  package static func keepFreed() {
    // No more than the C library takes: 32 MiB is the largest of the first.
    mallopt(M_MMAP_THRESHOLD, 32 << 20)
    mallopt(M_TRIM_THRESHOLD, 256 << 20)
  }
}
