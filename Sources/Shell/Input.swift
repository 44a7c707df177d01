// SPDX-License-Identifier: MIT
import CLinux
import Glibc
package import Secrets

/// Reads files, pipes and the standard input into guarded memory or arrays.
package struct Input: Sendable {
  /// The name that stands for the standard input.
  package static let standardInputName = "-"

  private let standardInput: Int32

  /// Makes the way to files and the standard input.
  ///
  /// - Parameter standardInput: the descriptor that `-` stands for.
  package init(standardInput: Int32 = 0) {
    self.standardInput = standardInput
  }

  /// Whether a terminal is the standard input, so that nothing comes from it unless a person types.
  package var isTerminal: Bool { isatty(standardInput) == 1 }

  /// Opens a file for reading.
  ///
  /// - Parameter path: the file; `-` is the standard input.
  /// - Returns: the descriptor, and whether it has to be closed.
  /// - Throws: ``ShellError/system(_:subject:errno:)``.
  ///
  /// open(2)
  private func open(_ path: String) throws(ShellError) -> (descriptor: Int32, owned: Bool) {
    if path == Self.standardInputName { return (standardInput, false) }
    let descriptor = unsafe linux_open(path, O_RDONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { throw .system(.open, subject: path, errno: errno) }
    return (descriptor, true)
  }

  /// Reads a whole file that may hold a secret.
  ///
  /// - Parameters:
  ///   - path: the file; `-` is the standard input.
  ///   - limit: the most bytes that are read.
  /// - Returns: the bytes, in guarded memory.
  /// - Throws: ``ShellError/system(_:subject:errno:)``,
  ///   ``ShellError/inputTooLong(subject:limit:)``.
  package func secret(from path: String, limit: Int) throws(ShellError) -> SecretBytes {
    let (descriptor, owned) = try open(path)
    defer { if owned { close(descriptor) } }
    return try Self.secret(
      fromDescriptor: descriptor,
      subject: Self.displayName(path),
      limit: limit
    )
  }

  /// Reads a whole descriptor that may hold a secret.
  ///
  /// - Parameters:
  ///   - descriptor: an open descriptor; it stays open.
  ///   - subject: what error messages call it.
  ///   - limit: the most bytes that are read.
  /// - Returns: the bytes, in guarded memory.
  /// - Throws: ``ShellError/system(_:subject:errno:)``,
  ///   ``ShellError/inputTooLong(subject:limit:)``.
  package static func secret(
    fromDescriptor descriptor: Int32,
    subject: String,
    limit: Int
  ) throws(ShellError) -> SecretBytes {
    try SecretBytes(capacity: limit + 1) { (output) throws(ShellError) in
      while true {
        let count = try Self.read(descriptor, subject: subject, into: &output)
        if output.count > limit { throw .inputTooLong(subject: subject, limit: limit) }
        if count == 0 { return }
      }
    }
  }

  /// Reads up to the end of a line, and not a byte beyond it.
  ///
  /// - Parameters:
  ///   - descriptor: an open descriptor; it stays open.
  ///   - subject: what error messages call it.
  ///   - limit: the most bytes that a line has.
  ///   - isReady: called before each byte is read; when it says no, nothing more is read.
  /// - Returns: the line without its LF or CR LF, or `nil` when the input ends before it begins.
  /// - Throws: ``ShellError/system(_:subject:errno:)``,
  ///   ``ShellError/inputTooLong(subject:limit:)``.
  package static func line(
    fromDescriptor descriptor: Int32,
    subject: String,
    limit: Int,
    isReady: () throws(ShellError) -> Bool = { () throws(ShellError) in true }
  ) throws(ShellError) -> SecretBytes? {
    var sawAnything = false
    let line = try SecretBytes(capacity: limit + 2) { (output) throws(ShellError) in
      while true {
        guard try isReady() else { break }
        // One byte a call: what comes after the line is for whoever reads next.
        let count = try Self.read(descriptor, subject: subject, into: &output, atMost: 1)
        if count == 0 { break }
        sawAnything = true
        if output.span[output.count - 1] == UInt8(ascii: "\n") {
          _ = output.removeLast()
          break
        }
        let isCarriageReturn = output.span[output.count - 1] == UInt8(ascii: "\r")
        // One byte more may be the first of the line's end.
        if output.count > limit + (isCarriageReturn ? 1 : 0) {
          throw .inputTooLong(subject: subject, limit: limit)
        }
      }
      if !output.isEmpty && output.span[output.count - 1] == UInt8(ascii: "\r") {
        _ = output.removeLast()
      }
    }
    guard sawAnything else { return nil }
    return consume line
  }

  /// Reads a whole file that holds no secret of ours, such as a picture.
  ///
  /// - Parameters:
  ///   - path: the file; `-` is the standard input.
  ///   - limit: the most bytes that are read.
  /// - Returns: the bytes.
  /// - Throws: ``ShellError/system(_:subject:errno:)``,
  ///   ``ShellError/inputTooLong(subject:limit:)``.
  package func bytes(from path: String, limit: Int) throws(ShellError) -> [UInt8] {
    let (descriptor, owned) = try open(path)
    defer { if owned { close(descriptor) } }
    let subject = Self.displayName(path)
    var all: [UInt8] = []
    while true {
      var count = 0
      let chunk = try [UInt8](capacity: 1 << 16) { (output) throws(ShellError) in
        count = try Self.read(descriptor, subject: subject, into: &output)
      }
      if count == 0 { return all }
      all.append(contentsOf: chunk)
      if all.count > limit { throw .inputTooLong(subject: subject, limit: limit) }
    }
  }

  /// What messages call a file.
  ///
  /// - Parameter path: the file; `-` is the standard input.
  /// - Returns: the path, or `standard input`.
  package static func displayName(_ path: String) -> String {
    path == standardInputName ? "standard input" : path
  }

  /// Reads once, after what is in the output already.
  ///
  /// read(2)
  static func read(
    _ descriptor: Int32,
    subject: String,
    into output: inout OutputSpan<UInt8>,
    atMost most: Int = .max
  ) throws(ShellError) -> Int {
    let room = min(most, output.freeCapacity)
    guard room > 0 else { return 0 }
    let result = unsafe output.withUnsafeMutableBufferPointer { buffer, initialized -> Int in
      while true {
        // The pointer has room for `room` bytes after the initialised ones.
        let count = unsafe Glibc.read(
          descriptor,
          buffer.baseAddress.map { unsafe $0 + initialized },
          room
        )
        if count < 0 && errno == EINTR { continue }
        if count > 0 { initialized += count }
        return count < 0 ? Int(-errno) : count
      }
    }
    guard result >= 0 else { throw .system(.read, subject: subject, errno: Int32(-result)) }
    return result
  }
}
