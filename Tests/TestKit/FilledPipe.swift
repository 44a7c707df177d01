// SPDX-License-Identifier: MIT
import Glibc

/// The reading end of a pipe that holds some bytes and then ends.
package final class FilledPipe: Sendable {
  /// The descriptor to read from, open as long as this is.
  package let descriptor: Int32

  /// Fills a pipe, which has room for 64 KiB.
  ///
  /// - Parameter bytes: what comes out of it.
  package init(_ bytes: [UInt8]) {
    precondition(bytes.count <= 1 << 16, "a pipe holds 64 KiB without a reader")
    var ends: [Int32] = [-1, -1]
    // The array has room for the two descriptors.
    let isMade = unsafe pipe(&ends) == 0
    precondition(isMade, "there are descriptors left")
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // The array is as long as the count says.
    let written = unsafe write(ends[1], bytes, bytes.count)
    precondition(written == bytes.count, "a pipe takes what fits")
    close(ends[1])
    descriptor = ends[0]
  }

  /// Fills a pipe with text.
  ///
  /// - Parameter text: what comes out of it.
  package convenience init(_ text: String) {
    self.init(Array(text.utf8))
  }

  deinit {
    close(descriptor)
  }

  /// Takes all that is left in the pipe.
  ///
  /// - Returns: the bytes.
  package func rest() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    var filled = 0
    while filled < bytes.count {
      // The slice lies within the array.
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe read(
          descriptor,
          buffer.baseAddress.map { unsafe $0 + filled },
          buffer.count - filled
        )
      }
      if count <= 0 { break }
      filled += count
    }
    return Array(bytes[..<filled])
  }
}
