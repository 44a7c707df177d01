// SPDX-License-Identifier: MIT
import OTPCore
package import Secrets

/// What the worker found when it shut itself in and then tried to get out.
package struct SandboxReport: Equatable, Sendable {
  /// The walls of the sandbox.
  package struct Walls: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Limits on memory, processor time and what is written; no core.
    package static let limits = Walls(rawValue: 1 << 0)
    /// No new privileges, and nobody may trace or dump it.
    package static let privileges = Walls(rawValue: 1 << 1)
    /// Nothing is open but the standard streams.
    package static let descriptors = Walls(rawValue: 1 << 2)
    /// Landlock: no access to files, whatever the system calls.
    package static let landlock = Walls(rawValue: 1 << 3)
    /// seccomp: no system call that computing does not need.
    package static let seccomp = Walls(rawValue: 1 << 4)
  }

  /// What must fail behind the walls.
  package struct Attempts: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Opening a file that everybody may read.
    package static let openFile = Attempts(rawValue: 1 << 0)
    /// Making a file where everybody may.
    package static let makeFile = Attempts(rawValue: 1 << 1)
    /// Making a socket.
    package static let socket = Attempts(rawValue: 1 << 2)
    /// Starting a process.
    package static let process = Attempts(rawValue: 1 << 3)
    /// Starting a thread.
    package static let thread = Attempts(rawValue: 1 << 4)
    /// Reading the memory of the program that started it.
    package static let memory = Attempts(rawValue: 1 << 5)
    /// Sending that program a signal.
    package static let signal = Attempts(rawValue: 1 << 6)
    /// Getting memory that can be executed.
    package static let executableMemory = Attempts(rawValue: 1 << 7)
  }

  /// The walls that the kernel did not put up.
  package let missing: Walls

  /// What was not denied.
  package let leaks: Attempts

  /// Makes a report.
  package init(missing: Walls, leaks: Attempts) {
    self.missing = missing
    self.leaks = leaks
  }
}

/// A ``SandboxReport`` as it crosses from one process to the other: a length of four bytes, most
/// significant first, and a protobuf message.
///
///     message SandboxAnswer {
///       uint64 missing = 1;
///       uint64 leaks = 2;
///     }
package enum SandboxAnswer {
  /// The name of the job that has this answer.
  package static let job = "sandbox"

  private enum Field {
    static let missing = 1
    static let leaks = 2
  }

  /// Writes a report as a message with its length before it.
  package static func encoded(_ report: SandboxReport) -> SecretBytes {
    let numbers = [
      (Field.missing, UInt64(report.missing.rawValue)),
      (Field.leaks, UInt64(report.leaks.rawValue)),
    ]
    var size = 0
    for (field, value) in numbers { size += ProtobufSize.field(field, varint: value) }
    return SecretBytes(capacity: WorkerFrame.lengthByteCount + size) { output in
      output.append(frameLength: size)
      for (field, value) in numbers { output.appendField(field, varint: value) }
    }
  }

  /// Reads a message.
  ///
  /// - Throws: ``WorkerError/garbledAnswer``.
  package static func report(
    decoding message: borrowing SecretBytes
  ) throws(WorkerError) -> SandboxReport {
    try message.withBytes { (bytes) throws(WorkerError) in
      var (missing, leaks) = (0, 0)
      do throws(WireError) {
        var reader = ProtobufReader(0..<bytes.count)
        while let field = try reader.next(in: bytes) {
          switch field.number {
          case Field.missing: missing = Int(truncatingIfNeeded: try field.integer)
          case Field.leaks: leaks = Int(truncatingIfNeeded: try field.integer)
          default: break
          }
        }
      } catch {
        throw .garbledAnswer
      }
      return SandboxReport(missing: .init(rawValue: missing), leaks: .init(rawValue: leaks))
    }
  }
}

extension Worker {
  /// Has the worker shut itself in and try to get out.
  ///
  /// - Throws: ``WorkerError``.
  package func sandbox() throws(WorkerError) -> SandboxReport {
    var process = try WorkerProcess(
      path: path,
      job: SandboxAnswer.job,
      input: .plain([]),
      timeLimit: timeLimit
    )
    return try SandboxAnswer.report(decoding: process.answer())
  }
}
