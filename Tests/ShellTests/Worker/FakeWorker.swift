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
    path = folder.appending(path: "totp-worker").path
    // Another program writes it: a file that this one has open for writing, or a child that another
    // test starts just then, can't be executed (ETXTBSY).
    let writer = Process()
    writer.executableURL = URL(fileURLWithPath: "/bin/sh")
    writer.arguments = [
      "-c", #"printf '%s' "$2" >"$1" && chmod "$3" "$1""#, "sh", path,
      "#!/bin/sh\ncd '\(folder.path)'\n\(script)\n", String(mode, radix: 8),
    ]
    try writer.run()
    writer.waitUntilExit()
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
