// SPDX-License-Identifier: MIT
import Foundation
import Shell

/// A worker played by a shell script, in a folder of its own that goes when it goes.
final class FakeWorker: Sendable {
  /// The folder, for files that the script is to leave behind.
  let folder: URL

  /// The script's path.
  let path: String

  /// Writes the script.
  init(_ script: String, mode: Int = 0o755) throws {
    let files = FileManager.default
    folder = files.temporaryDirectory.appending(path: "worker-\(UUID().uuidString)")
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "totp-worker")
    path = file.path
    try "#!/bin/sh\ncd '\(folder.path)'\n\(script)\n".write(
      to: file,
      atomically: false,
      encoding: .utf8
    )
    try files.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// What the script left in a file.
  func text(in name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// The worker as the program sees it.
  func worker(timeLimit: Duration = Worker.usualTimeLimit) -> Worker {
    Worker(path: path, timeLimit: timeLimit)
  }

  /// A command that prints a whole answer: a picture without a code, searched 7 times.
  static let answer = #"printf '\0\0\0\2\030\007'"#
}
