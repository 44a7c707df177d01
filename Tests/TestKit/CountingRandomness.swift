// SPDX-License-Identifier: MIT
import Secrets
import Synchronization

/// Bytes that count from 0 to 255 and again from 0, through all that they are asked for.
package final class CountingRandomness: Randomness {
  private let next = Mutex<UInt8>(0)

  /// Makes a source that begins at 0.
  package init() {}

  /// Overwrites every byte with the next number.
  ///
  /// - Parameter bytes: what to overwrite.
  package func fill(_ bytes: inout MutableSpan<UInt8>) {
    for index in bytes.indices {
      bytes[index] = next.withLock { next in
        defer { next &+= 1 }
        return next
      }
    }
  }
}
