// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// The three descriptors that the worker is left with.
enum StandardStreams {
  /// Reads the standard input to its end, or until it is longer than allowed.
  ///
  /// - Parameter limit: the most bytes that are wanted; one more tells that there are too many.
  /// - Returns: at most `limit + 1` bytes, or `nil` after a failure.
  ///
  /// read(2)
  static func readInput(limit: Int) -> [UInt8]? {
    var input: [UInt8] = []
    while input.count <= limit {
      var result = 0
      let chunk = [UInt8](capacity: min(1 << 18, limit + 1 - input.count)) { output in
        unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
          // Sound: the buffer is ours to fill, up to its count.
          unsafe result = read(STDIN_FILENO, buffer.baseAddress, buffer.count)
          initialized = max(result, 0)
        }
      }
      if result == 0 { return input }
      if result < 0 && errno != EINTR { return nil }
      input.append(contentsOf: chunk)
    }
    return input
  }

  /// Writes all of an answer on the standard output.
  ///
  /// - Returns: `false` after a failure.
  static func writeAnswer(_ answer: Span<UInt8>) -> Bool {
    write(answer, to: STDOUT_FILENO)
  }

  /// Writes a message on the standard error, as far as that is possible.
  static func complain(_ message: String) {
    _ = write(message.utf8.span, to: STDERR_FILENO)
  }

  /// write(2)
  private static func write(_ bytes: Span<UInt8>, to descriptor: Int32) -> Bool {
    unsafe bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        // Sound: the rest lies within the buffer.
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
        let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count < 0 && errno != EINTR { return false }
        written += max(count, 0)
      }
      return true
    }
  }
}
