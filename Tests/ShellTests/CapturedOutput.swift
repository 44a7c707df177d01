// SPDX-License-Identifier: MIT
import Shell

/// An output that keeps what it is given, or fails.
final class CapturedOutput: Output, @unchecked Sendable {
  // Sendable is sound: a test uses it from one thread.
  private(set) var bytes: [UInt8] = []
  private let failure: ShellError?

  init(failure: ShellError? = nil) {
    self.failure = failure
  }

  var isTerminal: Bool { false }
  var text: String { String(decoding: bytes, as: UTF8.self) }

  func write(_ bytes: Span<UInt8>) throws(ShellError) {
    if let failure { throw failure }
    for index in bytes.indices { self.bytes.append(bytes[index]) }
  }
}
