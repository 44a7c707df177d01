// SPDX-License-Identifier: MIT
package import Shell
import Synchronization

/// An output that keeps what it is given, or fails.
package final class CapturedOutput: Output {
  private let collected = Mutex<[UInt8]>([])
  private let failure: ShellError?

  /// Whether it passes for a terminal.
  package let isTerminal: Bool

  /// Makes an output.
  ///
  /// - Parameters:
  ///   - failure: what every write throws, or `nil`.
  ///   - isTerminal: whether it passes for a terminal.
  package init(failure: ShellError? = nil, isTerminal: Bool = false) {
    self.failure = failure
    self.isTerminal = isTerminal
  }

  /// All bytes that were written.
  package var bytes: [UInt8] { collected.withLock { $0 } }

  /// The same as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Keeps bytes.
  ///
  /// - Parameter bytes: what to keep.
  /// - Throws: the failure that it was made with.
  package func write(_ bytes: Span<UInt8>) throws(ShellError) {
    if let failure { throw failure }
    for index in bytes.indices {
      let byte = bytes[index]
      collected.withLock { $0.append(byte) }
    }
  }
}
