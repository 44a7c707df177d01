// SPDX-License-Identifier: MIT

/// The command line that the process was started with.
package enum ProcessArguments {
  /// Reads the arguments without the program's name.
  ///
  /// - Returns: the arguments, byte for byte.
  /// - Throws: ``ShellError/notText(_:)`` for one that is no UTF-8: repaired, it would name another
  ///   file.
  package static func read() throws(ShellError) -> [String] {
    var arguments: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      // The runtime keeps the pointers for as long as the process lives.
      guard let pointer = unsafe CommandLine.unsafeArgv[index] else { break }
      guard let argument = unsafe String(validatingCString: pointer) else {
        throw .notText("argument \(index)")
      }
      arguments.append(argument)
    }
    return arguments
  }
}
