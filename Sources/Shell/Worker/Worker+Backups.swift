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
    var process = try WorkerProcess(
      path: path,
      job: Self.backupJob,
      input: .secret(Secret(request.encoded())),
      timeLimit: timeLimit
    )
    return try BackupAnswer.outcome(decoding: process.answer())
  }
}
