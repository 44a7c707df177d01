// SPDX-License-Identifier: MIT
import CLinux
import Glibc
import Shell

/// What the worker may use up, fixed before it reads the first byte.
enum Limits {
  /// The most memory in bytes, libraries and all.
  private static let memory: rlim_t = 512 << 20

  /// The same for a backup.
  private static let backupMemory: rlim_t = 3 << 29

  /// The most processor time in seconds for a backup.
  private static let backupProcessor: rlim_t = 90

  /// The most processor time in seconds, after which the kernel sends SIGXCPU.
  private static let processor: rlim_t = 4

  /// The most open files: the standard streams.
  private static let files: rlim_t = 3

  /// How long the worker searches before it answers with what it has found.
  static let search: Duration = .seconds(3)

  /// Lowers the limits for good.
  ///
  /// - Parameter job: a backup's key can cost one GiB and many seconds, whatever the machine.
  /// - Throws: ``ShellError/system(_:subject:errno:)``, and then nothing may be read.
  ///
  /// setrlimit(2)
  static func apply(to job: Job) throws(ShellError) {
    // What a library prints into a file is lost, and no reason to die.
    signal(SIGXFSZ, SIG_IGN)
    try lower(linux_limit_core, to: 0, "core size")
    try lower(linux_limit_file_size, to: 0, "file size")
    let isBackup = if case .backup = job { true } else { false }
    try lower(linux_limit_memory, to: isBackup ? backupMemory : memory, "memory")
    try lower(linux_limit_files, to: files, "open files")
    try lower(
      linux_limit_processor,
      to: isBackup ? backupProcessor : processor,
      "processor time"
    )
  }

  /// Lowers one limit; the hard one is a little higher, so that the signal says which one was hit.
  private static func lower(_ limit: Int, to most: rlim_t, _ name: String) throws(ShellError) {
    let hard = limit == linux_limit_processor ? most + 1 : most
    guard linux_lower_limit(Int32(limit), most, hard) == 0 else {
      throw .system(.start, subject: name, errno: errno)
    }
  }
}
