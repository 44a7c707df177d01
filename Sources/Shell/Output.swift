// SPDX-License-Identifier: MIT
import Glibc
package import Secrets

/// Where a program's answer, or its messages, go.
package protocol Output: Sendable {
  /// Whether a terminal shows what is written.
  var isTerminal: Bool { get }

  /// Writes bytes, all of them.
  ///
  /// - Parameter bytes: what to write.
  /// - Throws: ``ShellError/system(_:subject:errno:)``.
  func write(_ bytes: Span<UInt8>) throws(ShellError)
}

extension Output {
  /// Writes text as UTF-8.
  ///
  /// - Parameter text: what to write.
  /// - Throws: ``ShellError/system(_:subject:errno:)``.
  package func write(_ text: String) throws(ShellError) {
    try write(text.utf8.span)
  }

  /// Writes a secret that was asked for.
  ///
  /// - Parameter secret: what to write, as it is.
  /// - Throws: ``ShellError/system(_:subject:errno:)``.
  package func write(_ secret: borrowing SecretBytes) throws(ShellError) {
    try secret.withBytes { (bytes) throws(ShellError) in try write(bytes) }
  }
}

/// A file descriptor that output goes to, unbuffered: what has been written has been written.
package struct DescriptorOutput: Output {
  private let descriptor: Int32
  private let name: String

  /// The standard output.
  package static let standardOutput = DescriptorOutput(descriptor: 1, name: "standard output")

  /// The standard error.
  package static let standardError = DescriptorOutput(descriptor: 2, name: "standard error")

  /// Makes an output.
  ///
  /// - Parameters:
  ///   - descriptor: an open file descriptor; it stays open.
  ///   - name: what error messages call it.
  package init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// Whether a terminal shows what is written.
  package var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Writes bytes, all of them.
  ///
  /// - Parameter bytes: what to write.
  /// - Throws: ``ShellError/system(_:subject:errno:)``.
  ///
  /// write(2)
  package func write(_ bytes: Span<UInt8>) throws(ShellError) {
    let failure = unsafe bytes.withUnsafeBytes { buffer -> Int32? in
      var rest = unsafe buffer[...]
      while unsafe !rest.isEmpty {
        // The slice lies within the span, which outlives this closure.
        let written = unsafe Glibc.write(
          descriptor,
          UnsafeRawBufferPointer(rebasing: rest).baseAddress,
          rest.count
        )
        if written < 0 {
          if errno == EINTR { continue }
          return errno
        }
        unsafe rest = rest.dropFirst(written)
      }
      return nil
    }
    if let failure { throw .system(.write, subject: name, errno: failure) }
  }
}
