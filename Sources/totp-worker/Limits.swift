// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// What the worker may use up, fixed before it reads the first byte.
enum Limits {
  /// The most memory in bytes, libraries and all: 64 million pixels of libgd, and what its decoders and
  /// the readings need beside them.
  private static let memory: rlim_t = 1 << 30

  /// The most processor time in seconds, after which the kernel sends SIGXCPU, and a second later
  /// SIGKILL.
  private static let processor: rlim_t = 20

  /// The most open files: the standard streams, and what iconv opens while zbar is at work.
  private static let files: rlim_t = 16

  /// How long the worker searches before it answers with what it has found.
  static let search: Duration = .seconds(10)

  /// Lowers the limits for good.
  ///
  /// What a library prints into a file is lost then, and no reason to die.
  ///
  /// - Returns: `false` when one of them cannot be lowered, and then nothing may be read.
  ///
  /// setrlimit(2)
  static func apply() -> Bool {
    signal(SIGXFSZ, SIG_IGN)
    return lower(linux_limit_core, to: 0) && lower(linux_limit_file_size, to: 0)
      && lower(linux_limit_memory, to: memory) && lower(linux_limit_files, to: files)
      && linux_lower_limit(Int32(linux_limit_processor), processor, processor + 1) == 0
  }

  private static func lower(_ limit: Int, to most: rlim_t) -> Bool {
    linux_lower_limit(Int32(limit), most, most) == 0
  }
}
