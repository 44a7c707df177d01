// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Secrets
import Shell

/// `totp clear-clipboard`: what `--copy` leaves behind to clean up.
enum ClearClipboardCommand {
  static let name = "clear-clipboard"
  static let after = Option("after", value: "SECONDS", "How long to wait first") {
    (text) throws(ArgumentError) in
    guard let seconds = Int64(decimal: text), seconds <= 86_400 else {
      throw ArgumentError(expected: "a number of seconds from 0 to 86400")
    }
    return seconds
  }
  static let tool = Option(
    "tool",
    value: "NAME",
    "Whose clipboard",
    as: .choice(of: ClipboardTool.self)
  )

  static let command = Command<World>(
    name,
    "Clear the clipboard if it holds what stdin says",
    arguments: [after, tool],
    details: """
      "totp code --copy" starts it in the background. What somebody copied meanwhile stays.
      """
  ) { parsed, world in
    let text = try world.input.secret(from: Input.standardInputName, limit: 64)
    let tools = try parsed(tool).map { [$0] } ?? ClipboardTool.candidates(world.environment)
    let end = UnixTime(clamping: world.clock.now().seconds + (parsed(after) ?? 0))
    world.clock.wait(until: end)
    for tool in tools {
      try text.withBytes { (bytes) throws in try tool.clear(ifItHolds: bytes) }
    }
    return .done
  }

  /// Starts the command in a session of its own, so that nothing waits for it.
  ///
  /// - Parameters:
  ///   - tool: whose clipboard it is.
  ///   - seconds: how long it waits.
  ///   - text: what is cleared; it goes by a pipe.
  /// - Throws: ``ShellError``.
  static func start(_ tool: ClipboardTool, after seconds: Int64, text: String) throws {
    try Helpers.startSelf(
      [name, "--after", "\(seconds)", "--tool", tool.rawValue],
      input: text.utf8.span
    )
  }
}
