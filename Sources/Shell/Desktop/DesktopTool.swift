// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// A program of the desktop's that prints something.
struct DesktopTool {
  /// What messages call it.
  let name: String
  /// What is run: a file, or a name that `PATH` leads to.
  private let program: String
  private let arguments: [String]
  /// Whether its own words go to the person.
  private let isQuiet: Bool

  init(_ name: String, _ arguments: String...) {
    self.name = name
    program = name
    self.arguments = arguments
    isQuiet = true
  }

  /// A program that is not known by its name.
  init(path: String, called name: String) {
    self.name = name
    program = path
    arguments = []
    isQuiet = true
  }

  /// A command for the shell.
  init(command: String) {
    name = "the screenshot command"
    program = "/bin/sh"
    arguments = ["-c", command]
    isQuiet = false
  }

  /// Runs it and takes what it prints.
  ///
  /// - Parameters:
  ///   - seconds: how long it may take before it is killed.
  ///   - limit: the most bytes that it may print.
  /// - Returns: the bytes, or `nil` when it is not installed.
  /// - Throws: ``DesktopError``; ``ShellError/system(_:subject:errno:)``.
  ///
  /// posix_spawnp(3), poll(2)
  func output(within seconds: Int, limit: Int) throws -> [UInt8]? {
    var ends: [Int32] = [-1, -1]
    // The array has room for the two descriptors.
    guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else {
      throw ShellError.system(.start, subject: name, errno: errno)
    }
    defer { close(ends[0]) }
    let start = Result { () throws(ShellError) in
      try Child.start(
        program,
        arguments: [program] + arguments,
        standardOutput: ends[1],
        isQuiet: isQuiet
      )
    }
    close(ends[1])
    if case .failure(.system(_, _, let number)) = start, number == ENOENT { return nil }
    let child = try start.get()
    let output = Result { try read(ends[0], within: seconds, limit: limit) }
    if case .failure = output { kill(child, SIGKILL) }
    let status = Child.wait(for: child)
    let bytes = try output.get()
    guard status == 0 else { throw DesktopError.failed(tool: name, status: status) }
    return bytes
  }

  /// Runs it and gives it something to read.
  ///
  /// What it leaves running in the background, as clipboard tools do, holds none of our streams.
  ///
  /// - Parameters:
  ///   - input: at most 4096 bytes, which a pipe takes without anybody reading.
  ///   - seconds: how long it may take before it is killed.
  /// - Returns: whether it is installed.
  /// - Throws: ``DesktopError``; ``ShellError/system(_:subject:errno:)``.
  ///
  /// posix_spawnp(3), pidfd_open(2)
  func take(_ input: Span<UInt8>, within seconds: Int) throws -> Bool {
    var ends: [Int32] = [-1, -1]
    // The array has room for the two descriptors.
    guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else {
      throw ShellError.system(.start, subject: name, errno: errno)
    }
    let start = Result { () throws(ShellError) in
      try Child.start(
        program,
        arguments: [program] + arguments,
        standardInput: ends[0],
        isQuiet: true
      )
    }
    // The reading end is still ours, so that a tool which ends at once is no reason for SIGPIPE.
    let writing = DescriptorOutput(descriptor: ends[1], name: name)
    let write = Result { () throws(ShellError) in try writing.write(input) }
    close(ends[1])
    close(ends[0])
    if case .failure(.system(_, _, let number)) = start, number == ENOENT { return false }
    let child = try start.get()
    let ending = linux_pidfd_open(child)
    var watched = pollfd(fd: ending, events: Int16(POLLIN), revents: 0)
    // The pointer is good for the call, and for the one descriptor that is counted. A kernel before 5.3
    // has no such descriptor, and is waited for.
    if ending >= 0, unsafe poll(&watched, 1, Int32(seconds * 1000)) == 0 {
      kill(child, SIGKILL)
      _ = Child.wait(for: child)
      close(ending)
      throw DesktopError.silent(tool: name, seconds: seconds)
    }
    if ending >= 0 { close(ending) }
    let status = Child.wait(for: child)
    try write.get()
    guard status == 0 else { throw DesktopError.failed(tool: name, status: status) }
    return true
  }

  private func read(_ pipe: Int32, within seconds: Int, limit: Int) throws -> [UInt8] {
    let deadline = SuspendingClock.now + .seconds(seconds)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let left = (deadline - SuspendingClock.now).components
      let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000
      var watched = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
      // The pointer is good for the call, and for the one descriptor that is counted.
      let ready = unsafe poll(&watched, 1, Int32(max(0, milliseconds)))
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { throw DesktopError.silent(tool: name, seconds: seconds) }
      // The array has room for what is read.
      let count = unsafe Glibc.read(pipe, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw ShellError.system(.read, subject: name, errno: errno) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= limit else { throw DesktopError.tooLong(tool: name, limit: limit) }
    }
  }
}
