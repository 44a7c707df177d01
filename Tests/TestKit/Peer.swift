// SPDX-License-Identifier: MIT
package import Foundation

/// Another program that a test compares with.
package struct Peer: Sendable {
  private let executable: URL

  /// The Python that has the peers' packages: the environment's `TOTP_TEST_PYTHON`, or `nil`.
  package static var python: Peer? {
    ProcessInfo.processInfo.environment["TOTP_TEST_PYTHON"].map(Peer.init(path:))
  }

  /// A program on the `PATH`, or `nil` if it is not there.
  ///
  /// - Parameter name: the program's name.
  /// - Returns: the program.
  package static func named(_ name: String) -> Peer? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    for folder in path.split(separator: ":") {
      let candidate = "\(folder)/\(name)"
      if FileManager.default.isExecutableFile(atPath: candidate) { return Peer(path: candidate) }
    }
    return nil
  }

  private init(path: String) {
    executable = URL(fileURLWithPath: path)
  }

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - arguments: what it is called with.
  ///   - input: what it finds on its standard input; it must read all of it before it writes much.
  /// - Returns: its standard output and exit status.
  /// - Throws: whatever keeps the program from starting.
  package func run(
    _ arguments: [String],
    input: Data = Data()
  ) throws -> (output: String, status: Int32) {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    let (stdin, stdout) = (Pipe(), Pipe())
    process.standardInput = stdin
    process.standardOutput = stdout
    try process.run()
    try stdin.fileHandleForWriting.write(contentsOf: input)
    try stdin.fileHandleForWriting.close()
    let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: output, as: UTF8.self), process.terminationStatus)
  }
}
