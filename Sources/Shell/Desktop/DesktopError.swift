// SPDX-License-Identifier: MIT

/// Why the clipboard or the screen can't be read.
package enum DesktopError: DescribedError, Equatable {
  /// A thing that a desktop has.
  package enum Thing: String, Sendable {
    /// What was copied last.
    case clipboard
    /// What is shown.
    case screen
  }

  /// Neither Wayland nor X11 is there.
  case noDesktop(Thing)
  /// None of the programs that could do it is installed.
  case noTool(Thing, wanted: [String])
  /// A program failed with this status.
  case failed(tool: String, status: Int32)
  /// A program gave no end within so many seconds.
  case silent(tool: String, seconds: Int)
  /// A program gave more bytes than a picture has.
  case tooLong(tool: String, limit: Int)
  /// No clipboard could be written, and nobody could be asked to.
  case cannotCopy(tried: [String])
  /// ``ClipboardTool/variable`` names a way that does not exist.
  case unknownTool(names: [String])
  /// There is neither a picture nor a text in the clipboard.
  case emptyClipboard

  /// The error in words.
  package var failure: Failure {
    switch self {
    case .noDesktop(let thing):
      Failure(
        .failed,
        "there is no \(thing.rawValue): neither WAYLAND_DISPLAY nor DISPLAY is set",
        hints: thing == .screen
          ? ["TOTP_SCREENSHOT_COMMAND may name a command that prints a PNG"] : []
      )
    case .noTool(let thing, let wanted):
      Failure(
        .failed,
        "the \(thing.rawValue) can't be read: \(wanted.joined(separator: " or ")) is not installed",
        hints: thing == .screen
          ? ["TOTP_SCREENSHOT_COMMAND may name a command that prints a PNG"] : []
      )
    case .failed(let tool, let status): Failure(.failed, "\(tool) failed with status \(status)")
    case .silent(let tool, let seconds):
      Failure(.failed, "\(tool) gave no answer within \(seconds) seconds")
    case .tooLong(let tool, let limit):
      Failure(.failed, "what \(tool) gave is longer than \(limit) bytes")
    case .cannotCopy(let tried):
      Failure(
        .failed,
        tried.isEmpty
          ? "there is no clipboard: neither WAYLAND_DISPLAY, DISPLAY, TMUX nor SSH_TTY is set"
          : "the clipboard can't be written: \(tried.joined(separator: " or ")) is not installed",
        hints: ["TOTP_CLIPBOARD=osc52 asks the terminal to copy"]
      )
    case .unknownTool(let names):
      Failure(.usage, "TOTP_CLIPBOARD is none of \(names.joined(separator: ", "))")
    case .emptyClipboard:
      Failure(
        .noCode,
        "there is neither a picture nor a text in the clipboard",
        hints: ["copy the QR code's picture, or its URI, and try again"]
      )
    }
  }
}
