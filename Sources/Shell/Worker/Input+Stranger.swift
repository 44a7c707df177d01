// SPDX-License-Identifier: MIT
import CLinux
import Glibc

extension Input {
  /// How long a named pipe or a device may take to its end.
  private static let patience = 4

  /// Reads a whole file that a stranger may have chosen, such as a picture, without ever waiting for one
  /// that does not end.
  ///
  /// The standard input, and a pipe that a shell made for `<(…)`, are waited for as long as it takes:
  /// there is somebody at the other end, perhaps a person who selects a part of the screen. And so is a
  /// file, which has an end wherever it lies.
  ///
  /// - Parameters:
  ///   - path: the file; `-` is the standard input.
  ///   - limit: the most bytes that are read.
  /// - Returns: the bytes.
  /// - Throws: ``ShellError/system(_:subject:errno:)``, ``ShellError/inputTooLong(subject:limit:)``,
  ///   ``ShellError/noEnd(subject:seconds:)``.
  package func strangersBytes(from path: String, limit: Int) throws(ShellError) -> [UInt8] {
    guard path != Self.standardInputName else { return try bytes(from: path, limit: limit) }
    // Or opening a named pipe would wait for somebody who writes.
    let descriptor = unsafe linux_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0)
    guard descriptor >= 0 else { throw .system(.open, subject: path, errno: errno) }
    defer { close(descriptor) }
    let isPatient = Self.isFile(descriptor) || linux_is_nameless_pipe(descriptor) == 1
    let deadline = SuspendingClock.now + .seconds(isPatient ? 1 << 30 : Self.patience)
    var all: [UInt8] = []
    while true {
      try Self.wait(for: descriptor, until: deadline, subject: path)
      var count = 0
      let chunk = try [UInt8](capacity: 1 << 16) { (output) throws(ShellError) in
        count = try Self.read(descriptor, subject: path, into: &output)
      }
      if count == 0 { return all }
      all.append(contentsOf: chunk)
      if all.count > limit { throw .inputTooLong(subject: path, limit: limit) }
    }
  }

  /// Whether a descriptor is a file, in the narrow sense.
  ///
  /// fstat(2)
  private static func isFile(_ descriptor: Int32) -> Bool {
    var status = stat()
    // The pointer is good for the call.
    return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Waits until there is something to read, or the end.
  ///
  /// poll(2)
  private static func wait(
    for descriptor: Int32,
    until deadline: SuspendingClock.Instant,
    subject: String
  ) throws(ShellError) {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let left = deadline - SuspendingClock.now
      guard left > .zero else { throw .noEnd(subject: subject, seconds: patience) }
      // The pointer is good for the call, and for the one entry that the call is told of.
      if unsafe poll(&request, 1, left.milliseconds) > 0 { return }
    }
  }
}
