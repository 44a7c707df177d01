// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Shell

/// `--copy`: a code into the clipboard instead of onto standard output.
enum CopyOptions {
  static let copy = Flag("copy", short: "c", "Put the code into the clipboard, not on stdout")
  static let clearAfter = Option(
    "clear-after",
    value: "SECONDS",
    "Clear the clipboard after so long; 0 is never"
  ) { (text) throws(ArgumentError) in
    guard let seconds = Int64(decimal: text), seconds <= 86_400 else {
      throw ArgumentError(expected: "a number of seconds from 0 to 86400")
    }
    return seconds
  }

  /// How long a code that counts stays, in seconds.
  private static let usualSeconds: Int64 = 45

  /// Copies a code, and sees to it that it is cleared.
  ///
  /// - Parameters:
  ///   - code: the digits.
  ///   - remaining: how long the code holds, in seconds, if it does not count.
  ///   - parsed: the command line.
  ///   - world: everything else.
  /// - Throws: ``DesktopError``, ``ShellError``, ``CommandError``.
  static func copy(_ code: String, remaining: Int64?, _ parsed: Parsed, _ world: World) throws {
    let tools = try ClipboardTool.candidates(world.environment)
    guard let tool = try tools.first(where: { try $0.copy(code, world.terminal) }) else {
      throw DesktopError.cannotCopy(tried: tools.map(\.rawValue))
    }
    let seconds = parsed(clearAfter) ?? remaining ?? usualSeconds
    guard seconds > 0, tool.canClear else {
      if seconds > 0 { world.note("\(tool.rawValue) can't be asked to clear the clipboard again") }
      return world.note("copied by \(tool.rawValue)")
    }
    try ClearClipboardCommand.start(tool, after: seconds, text: code)
    world.note("copied by \(tool.rawValue); cleared in \(Words.count(Int(seconds), "second"))")
  }
}
