// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// Other programs that this one starts.
package enum Child {
  /// Starts a program with the present environment and standard streams.
  ///
  /// - Parameters:
  ///   - path: the program's file, or a name that `PATH` leads to.
  ///   - arguments: its arguments, the name first; never a secret.
  ///   - standardInput: a descriptor that becomes its standard input.
  ///   - standardOutput: a descriptor that becomes its standard output.
  ///   - isQuiet: whether the streams that are not given lead nowhere instead of to ours.
  ///   - isDetached: whether it gets a session of its own, and outlives the terminal.
  /// - Returns: the process id.
  /// - Throws: ``ShellError/system(_:subject:errno:)``.
  ///
  /// posix_spawnp(3)
  package static func start(
    _ path: String,
    arguments: [String],
    standardInput: Int32? = nil,
    standardOutput: Int32? = nil,
    isQuiet: Bool = false,
    isDetached: Bool = false
  ) throws(ShellError) -> Int32 {
    // The pointers are good for each call, and what is initialised is destroyed.
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (number, given) in [(Int32(0), standardInput), (1, standardOutput), (2, nil)] {
      if let given {
        unsafe posix_spawn_file_actions_adddup2(&actions, given, number)
      } else if isQuiet {
        let mode = number == 0 ? O_RDONLY : O_WRONLY
        unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", mode, 0)
      }
    }
    // Initialised here, and destroyed after the call.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    if isDetached { unsafe posix_spawnattr_setflags(&attributes, linux_spawn_setsid) }
    var child: pid_t = 0
    let failure = unsafe withCStrings(arguments) { pointers in
      // The strings and the array outlive the call, and a null pointer ends the array.
      unsafe posix_spawnp(
        &child,
        path,
        &actions,
        &attributes,
        pointers,
        linux_environment()
      )
    }
    guard failure == 0 else { throw .system(.start, subject: path, errno: failure) }
    return child
  }

  /// Waits for a program to end.
  ///
  /// - Parameter child: its process id.
  /// - Returns: its exit status, or 128 and the signal's number, as shells have it.
  ///
  /// waitpid(2)
  package static func wait(for child: Int32) -> Int32 {
    var status: Int32 = 0
    // The pointer is good for the call.
    while unsafe waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { return 127 }
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  /// Becomes another program; returns only when that fails.
  ///
  /// - Parameters:
  ///   - path: the program's file.
  ///   - arguments: its arguments, the name first; never a secret.
  /// - Returns: the cause.
  ///
  /// execv(3)
  package static func become(_ path: String, arguments: [String]) -> ShellError {
    unsafe withCStrings(arguments) { pointers in
      // The strings and the array outlive the call, and a null pointer ends the array.
      _ = unsafe execve(path, pointers, linux_environment())
    }
    return .system(.start, subject: path, errno: errno)
  }

  private static func withCStrings<Result>(
    _ strings: [String],
    _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    // Each copy is freed after the call; what `body` gets is good until then.
    var pointers = unsafe strings.map { unsafe strdup($0) }
    unsafe pointers.append(nil)
    defer { while let pointer = unsafe pointers.popLast() { unsafe free(pointer) } }
    return unsafe body(pointers)
  }
}
