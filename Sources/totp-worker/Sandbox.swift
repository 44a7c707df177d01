// SPDX-License-Identifier: MIT
import CSandbox
import Glibc
import Shell

/// The walls that the worker puts up around itself, after its libraries are loaded and before it reads
/// the first byte.
enum Sandbox {
  /// Shuts the process in for good.
  ///
  /// - Parameter job: what is to be done; some libraries compute on several threads.
  /// - Returns: the walls that this kernel does not know; the others stand.
  /// - Throws: ``ShellError/system(_:subject:errno:)`` when a wall that every kernel has does not stand,
  ///   and then nothing may be read.
  static func close(for job: Job) throws(ShellError) -> SandboxReport.Walls {
    try require(csandbox_close_to_others(), "privileges")
    var missing: SandboxReport.Walls = []
    if csandbox_close_descriptors() != 0 { missing.insert(.descriptors) }
    // Takes a descriptor for a moment, which the limits deny.
    if csandbox_deny_files() != 0 { missing.insert(.landlock) }
    try Limits.apply(to: job)
    // The last one, since it denies the calls that put up the others.
    if csandbox_deny_calls(job.needsThreads ? 1 : 0) != 0 { missing.insert(.seccomp) }
    return missing
  }

  /// Tries what must fail by now.
  ///
  /// - Returns: what was not denied: for lack of permission, or of a descriptor, and for no other reason.
  static func leaks() -> SandboxReport.Attempts {
    let attempts: [(SandboxReport.Attempts, Int32)] = [
      (.openFile, csandbox_try_file()), (.makeFile, csandbox_try_new_file()),
      (.socket, csandbox_try_socket()), (.process, csandbox_try_process()),
      (.thread, csandbox_try_thread()), (.memory, csandbox_try_memory()),
      (.signal, csandbox_try_signal()), (.executableMemory, csandbox_try_executable_memory()),
    ]
    var leaks: SandboxReport.Attempts = []
    for (attempt, error) in attempts where ![EPERM, EACCES, EMFILE].contains(error) {
      leaks.insert(attempt)
    }
    return leaks
  }

  private static func require(_ error: Int32, _ name: String) throws(ShellError) {
    guard error == 0 else { throw .system(.start, subject: name, errno: error) }
  }
}
