// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

extension Worker {
  /// The argument that asks the program to read or write a backup.
  package static let backupJob = "backup"

  /// How long a backup may take: some derive their keys for seconds.
  package static let backupTimeLimit: Duration = .seconds(120)

  /// The most bytes that a backup's file may have.
  package static let mostBackupBytes = 32 << 20

  /// Has a backup read or written.
  ///
  /// - Parameter request: what to do.
  /// - Returns: what was read or written, or why nothing was.
  /// - Throws: ``WorkerError``.
  package func backup(
    _ request: BackupRequest
  ) throws(WorkerError) -> Result<BackupReport, BackupRefusal> {
    let message = request.encoded()
    var input = [UInt8](capacity: message.count) { output in
      message.withBytes { output.append(contentsOf: $0) }
    }
    defer {
      var bytes = input.mutableSpan
      wipe(&bytes)
    }
    var process = try WorkerProcess(
      path: path,
      job: Self.backupJob,
      input: input,
      timeLimit: timeLimit
    )
    return try BackupAnswer.outcome(decoding: process.answer())
  }
}
