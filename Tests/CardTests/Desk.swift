// SPDX-License-Identifier: MIT
import Foundation

/// pcscd with two virtual readers, and cards for them, in a process of its own.
///
/// It is there once for all tests of a process, since PC/SC's library remembers where pcscd is; it
/// ends with the process, at the end of its input.
final class Desk: Sendable {
  /// The only one, or `nil` where the environment names no Python for tests or pcscd can't be had.
  static let shared = Desk()

  private let input: FileHandle
  private let output: FileHandle

  private init?() {
    guard let python = ProcessInfo.processInfo.environment["TOTP_TEST_PYTHON"] else { return nil }
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../VirtualCard/desk.py")
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = [script.path]
    let (stdin, stdout) = (Pipe(), Pipe())
    process.standardInput = stdin
    process.standardOutput = stdout
    guard (try? process.run()) != nil else { return nil }
    input = stdin.fileHandleForWriting
    output = stdout.fileHandleForReading
    let socket = Self.line(from: output)
    guard socket.hasPrefix("/") else { return nil }
    // Before this nothing in the process has asked for the variable, nor started a thread that does.
    unsafe setenv("PCSCLITE_CSOCK_NAME", socket, 1)
  }

  /// Has something done, and waits until programs can see it.
  ///
  /// - Parameter order: a line of JSON; `Tests/VirtualCard/desk.py` has the list.
  /// - Returns: whether it was done.
  func does(_ order: String) -> Bool {
    input.write(Data((order + "\n").utf8))
    return Self.line(from: output) == "ok"
  }

  private static func line(from handle: FileHandle) -> String {
    var line: [UInt8] = []
    while let byte = try? handle.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self)
  }
}
