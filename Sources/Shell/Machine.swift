// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// What the machine is like that the program runs on.
package enum Machine {
  /// Whether the kernel holds its clock to be synchronised, and how far off it may be.
  ///
  /// - Returns: whether it is, and the most that it may be off, in whole seconds.
  ///
  /// adjtimex(2)
  package static func clock() -> (isSynchronised: Bool, mostErrorSeconds: Int) {
    var microseconds = 0
    // The pointer is good for the call.
    let isSynchronised = unsafe linux_clock_state(&microseconds) == 1
    return (isSynchronised, microseconds / 1_000_000)
  }

  /// How much memory may be kept out of the swap space, in bytes; `nil` for any.
  ///
  /// getrlimit(2)
  package static var lockableByteCount: UInt64? {
    let limit = linux_lockable_memory()
    return limit == .max ? nil : limit
  }

  /// Whether there is a file, a socket or a folder.
  ///
  /// - Parameter path: where.
  /// - Returns: whether it is there, and can be reached.
  ///
  /// access(2)
  package static func has(_ path: String) -> Bool {
    // The string outlives the call.
    unsafe access(path, F_OK) == 0
  }

  /// The permission bits of a file.
  ///
  /// - Parameter path: where.
  /// - Returns: the bits, or `nil` when there is none.
  ///
  /// stat(2)
  package static func mode(of path: String) -> UInt32? {
    var status = stat()
    // The pointers are good for the call.
    return unsafe stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  /// Finds a program by `PATH`.
  ///
  /// - Parameters:
  ///   - name: the program's name.
  ///   - environment: for its `PATH`.
  /// - Returns: whether it is installed.
  package static func hasProgram(_ name: String, _ environment: Environment) -> Bool {
    // The string outlives each call.
    environment.programFolders.contains { unsafe access("\($0)/\(name)", X_OK) == 0 }
  }
}
