// SPDX-License-Identifier: MIT
import CLinux
import Glibc
import Shell

/// What the worker may use up, fixed before it reads the first byte.
enum Limits {
  /// The most memory in bytes, libraries and all.
  private static let memory: rlim_t = 512 << 20

  /// The most processor time in seconds, after which the kernel sends SIGXCPU.
  private static let processor: rlim_t = 4

  /// The most open files: the standard streams.
  private static let files: rlim_t = 3

  /// How long the worker searches before it answers with what it has found.
  static let search: Duration = .seconds(3)

  /// Lowers the limits for good.
  ///
  /// - Throws: ``ShellError/system(_:subject:errno:)``, and then nothing may be read.
  ///
  /// setrlimit(2)
  static func apply() throws(ShellError) {
    // What a library prints into a file is lost, and no reason to die.
    signal(SIGXFSZ, SIG_IGN)
    try lower(linux_limit_core, to: 0, "core size")
    try lower(linux_limit_file_size, to: 0, "file size")
    try lower(linux_limit_memory, to: memory, "memory")
    try lower(linux_limit_files, to: files, "open files")
    try lower(linux_limit_processor, to: processor, "processor time")
  }

  /// Lowers one limit; the hard one is a little higher, so that the signal says which one was hit.
  private static func lower(_ limit: Int, to most: rlim_t, _ name: String) throws(ShellError) {
    let hard = limit == linux_limit_processor ? most + 1 : most
    guard linux_lower_limit(Int32(limit), most, hard) == 0 else {
      throw .system(.start, subject: name, errno: errno)
    }
  }
}
