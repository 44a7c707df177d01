// SPDX-License-Identifier: MIT
import CLinux
import Glibc
package import Secrets

/// The terminal that the process belongs to, whatever its standard streams are.
///
/// tty(4), termios(3)
package struct ControllingTerminal: Terminal {
  private static let path = "/dev/tty"
  private static let longestLine = 4096

  /// The signals that a person or the system stops a program with.
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]

  /// Makes the terminal; it is opened when something is asked.
  package init() {}

  /// Whether the process has a terminal.
  package var isThere: Bool {
    guard let descriptor = try? Self.open() else { return false }
    close(descriptor)
    return true
  }

  private static func open() throws(ShellError) -> Int32 {
    let descriptor = unsafe linux_open(path, O_RDWR | O_CLOEXEC | O_NOCTTY, 0)
    guard descriptor >= 0 else { throw .noTerminal }
    return descriptor
  }

  /// Asks for a secret, which is not shown while it is typed.
  ///
  /// The terminal shows again what is typed when this ends, also by a signal; the signal then does
  /// what it does.
  ///
  /// - Parameter prompt: what to show, with its own colon and space.
  /// - Returns: the line without its end.
  /// - Throws: ``ShellError/noTerminal``, ``ShellError/inputEnded``, and failed system calls.
  package func readSecret(prompt: String) throws(ShellError) -> SecretBytes {
    let line = try ask(prompt, echo: false)
    return line
  }

  /// Asks for a line, which is shown while it is typed.
  ///
  /// - Parameter prompt: what to show, with its own colon and space.
  /// - Returns: the line without its end.
  /// - Throws: ``ShellError/noTerminal``, ``ShellError/inputEnded``, and failed system calls.
  package func readLine(prompt: String) throws(ShellError) -> String {
    try ask(prompt, echo: true).withBytes { bytes in
      String(decoding: (0..<bytes.count).map { bytes[$0] }, as: UTF8.self)
    }
  }

  /// Writes to the terminal itself, whatever the standard streams are.
  ///
  /// - Parameter text: what to write, as it is.
  /// - Throws: ``ShellError/noTerminal``, and failed system calls.
  package func write(_ text: String) throws(ShellError) {
    let descriptor = try Self.open()
    defer { close(descriptor) }
    try DescriptorOutput(descriptor: descriptor, name: Self.path).write(text)
  }

  private func ask(_ prompt: String, echo: Bool) throws(ShellError) -> SecretBytes {
    let descriptor = try Self.open()
    defer { close(descriptor) }
    let output = DescriptorOutput(descriptor: descriptor, name: Self.path)
    var before = termios()
    // The pointer is good for the call; a device that has no modes keeps those it has none of.
    let hasModes = unsafe tcgetattr(descriptor, &before) == 0
    while true {
      var blocked = sigset_t()
      var previous = sigset_t()
      // Blocked signals wait in a descriptor beside the terminal, so that the modes are restored
      // in ordinary code and not in a handler.
      unsafe sigemptyset(&blocked)
      for signal in Self.signals { unsafe sigaddset(&blocked, signal) }
      unsafe sigprocmask(SIG_BLOCK, &blocked, &previous)
      let arrivals = unsafe signalfd(-1, &blocked, Int32(SFD_CLOEXEC))
      if hasModes && !echo {
        // The pointer is good for the call; what was typed ahead was not meant for this question.
        var silent = before
        silent.c_lflag &= ~tcflag_t(ECHO | ECHONL)
        silent.c_lflag |= tcflag_t(ICANON | ISIG)
        unsafe tcsetattr(descriptor, TCSAFLUSH, &silent)
      }
      // The whole line is read before anything is restored: Ctrl-D hands over the beginning of one,
      // and the rest of it is typed after that.
      var signal: Int32?
      let answer = Result { () throws(ShellError) in
        try output.write(prompt)
        return SecretBox(
          try Input.line(
            fromDescriptor: descriptor,
            subject: Self.path,
            limit: Self.longestLine
          ) { () throws(ShellError) in
            signal = try Self.waitForInput(descriptor, arrivals: arrivals)
            return signal == nil
          }
        )
      }
      if hasModes && !echo {
        // The pointer is good for the call; what was pasted beyond the line is not for the shell.
        unsafe tcsetattr(descriptor, TCSAFLUSH, &before)
        try? output.write("\n")
      }
      close(arrivals)
      unsafe sigprocmask(SIG_SETMASK, &previous, nil)
      // What has arrived does now what it would have done; after a stop and a continue, the
      // question comes again.
      if let signal {
        raise(signal)
        continue
      }
      guard let line = try answer.get().take() else { throw .inputEnded }
      return line
    }
  }

  /// Waits until something can be read.
  ///
  /// - Returns: the signal that arrived first, or `nil` when there is input, or its end.
  ///
  /// poll(2), signalfd(2)
  private static func waitForInput(
    _ descriptor: Int32,
    arrivals: Int32
  ) throws(ShellError) -> Int32? {
    var watched = [
      pollfd(fd: arrivals, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    // The array outlives the call, and its count is the one given.
    while unsafe poll(&watched, nfds_t(watched.count), -1) < 0 {
      guard errno == EINTR else { throw .system(.read, subject: path, errno: errno) }
    }
    guard watched[0].revents != 0 else { return nil }
    var arrival = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    // The kernel writes whole records of this size.
    guard unsafe Glibc.read(arrivals, &arrival, size) == size else { return nil }
    return Int32(arrival.ssi_signo)
  }
}
