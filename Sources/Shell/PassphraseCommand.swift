// SPDX-License-Identifier: MIT
import CLinux
import Glibc
import Secrets

/// A shell command that prints the passphrase.
enum PassphraseCommand {
  /// How much a command may print beyond its first line, in bytes.
  private static let mostDrained = 1 << 20

  /// Runs `/bin/sh -c COMMAND` with the program's own standard input and error.
  ///
  /// The command may print more lines, which nobody reads; only one that goes on for ever is stopped
  /// by SIGPIPE. What it leaves running in the background is not waited for.
  ///
  /// - Parameters:
  ///   - command: for the shell.
  ///   - subject: what messages call it.
  ///   - limit: the most bytes of the line.
  /// - Returns: the first line, or `nil` when it printed nothing.
  /// - Throws: ``ShellError/passphraseCommand(status:)``, ``ShellError/inputTooLong(subject:limit:)``,
  ///   ``ShellError/system(_:subject:errno:)``.
  ///
  /// posix_spawn(3), pidfd_open(2), waitpid(2)
  static func firstLine(
    of command: String,
    subject: String,
    limit: Int
  ) throws(ShellError) -> SecretBytes? {
    var ends: [Int32] = [-1, -1]
    // The array has room for the two descriptors.
    guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else {
      throw .system(.start, subject: "the passphrase command", errno: errno)
    }
    let child: Int32
    do throws(ShellError) {
      child = try Child.start(
        "/bin/sh",
        arguments: ["sh", "-c", command],
        standardOutput: ends[1]
      )
    } catch {
      close(ends[0])
      close(ends[1])
      throw error
    }
    close(ends[1])
    // It becomes readable when the command ends; a kernel before 5.3 has none, and then the pipe's
    // end is waited for.
    let ending = linux_pidfd_open(child)
    let line = Result { () throws(ShellError) in
      SecretBox(
        try Input.line(fromDescriptor: ends[0], subject: subject, limit: limit) {
          hasOutput(ends[0], ending)
        }
      )
    }
    let isStopped = drain(ends[0], ending)
    close(ends[0])
    if ending >= 0 { close(ending) }
    let status = Child.wait(for: child)
    guard status == 0 || isStopped && status == 128 + SIGPIPE else {
      throw .passphraseCommand(status: status)
    }
    return try line.get().take()
  }

  /// Waits for output, or for the end of the command.
  ///
  /// - Returns: whether there is something to read, were it the pipe's end.
  ///
  /// poll(2)
  private static func hasOutput(_ pipe: Int32, _ ending: Int32) -> Bool {
    // A negative descriptor is passed over.
    var watched = [
      pollfd(fd: pipe, events: Int16(POLLIN), revents: 0),
      pollfd(fd: ending, events: Int16(POLLIN), revents: 0),
    ]
    // The array outlives the call, and its count is the one given.
    while unsafe poll(&watched, nfds_t(watched.count), -1) < 0, errno == EINTR {}
    return watched[0].revents != 0
  }

  /// Reads what comes after the line until the command ends, so that it may end in peace.
  ///
  /// - Returns: whether there was more than anybody needs.
  private static func drain(_ pipe: Int32, _ ending: Int32) -> Bool {
    var rest = [UInt8](repeating: 0, count: 4096)
    var drained = 0
    while drained < mostDrained, hasOutput(pipe, ending) {
      // The array has room for what is read, and what is read is wiped with it.
      let count = unsafe Glibc.read(pipe, &rest, rest.count)
      guard count > 0 else { break }
      drained += count
    }
    var span = rest.mutableSpan
    wipe(&span)
    return drained >= mostDrained
  }
}
