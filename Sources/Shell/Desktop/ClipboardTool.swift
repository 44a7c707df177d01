// SPDX-License-Identifier: MIT
import OTPCore

/// A way to put text into a clipboard.
package enum ClipboardTool: String, CaseIterable, Sendable {
  /// Wayland, by wl-clipboard.
  case wlCopy = "wl-copy"
  /// X11, by xclip.
  case xclip
  /// X11, by xsel.
  case xsel
  /// Windows, from its subsystem for Linux.
  case clipExe = "clip.exe"
  /// A tmux buffer, and the clipboard of the terminal that tmux runs in.
  case tmux
  /// The terminal, wherever it is, by an escape sequence.
  case osc52
  /// macOS.
  case pbcopy

  /// What names a way to be taken in place of the one that would be found.
  package static let variable = "TOTP_CLIPBOARD"

  /// The name of tmux's buffer.
  private static let buffer = "totp"
  private static let patienceSeconds = 5
  /// A clipboard that holds more than this is not ours.
  private static let longestCode = 64

  /// Finds the ways to try, the best first.
  ///
  /// - Parameter environment: tells the session; Wayland goes before X11, since it mostly has both.
  /// - Returns: the ways; none where there is no clipboard.
  /// - Throws: ``DesktopError/unknownTool(names:)``.
  package static func candidates(_ environment: Environment) throws -> [ClipboardTool] {
    if let name = environment[variable] {
      guard let tool = ClipboardTool(rawValue: name) else {
        throw DesktopError.unknownTool(names: allCases.map(\.rawValue))
      }
      return [tool]
    }
    var tools: [ClipboardTool] = []
    if environment["WAYLAND_DISPLAY"] != nil { tools.append(.wlCopy) }
    if environment["DISPLAY"] != nil { tools += [.xclip, .xsel] }
    if environment["WSL_DISTRO_NAME"] != nil { tools.append(.clipExe) }
    if environment["TMUX"] != nil { tools.append(.tmux) }
    if environment["SSH_TTY"] != nil || environment["SSH_CONNECTION"] != nil {
      tools.append(.osc52)
    }
    return tools
  }

  /// Whether what is in the clipboard can be read again, and so be taken away if it is still ours.
  package var canClear: Bool {
    switch self {
    case .wlCopy, .xclip, .xsel, .tmux, .pbcopy: true
    case .clipExe, .osc52: false
    }
  }

  /// Copies a text.
  ///
  /// - Parameters:
  ///   - text: ASCII, without a line end.
  ///   - terminal: for the escape sequence.
  /// - Returns: whether the tool is installed.
  /// - Throws: ``DesktopError``, ``ShellError``.
  ///
  /// XTerm Control Sequences, OSC 52.
  package func copy(_ text: String, _ terminal: any Terminal) throws -> Bool {
    if self == .osc52 {
      let base64 = [UInt8](capacity: Base64.encodedCount(byteCount: text.utf8.count)) { output in
        Base64.append(text.utf8.span, to: &output)
      }
      try terminal.write("\u{1B}]52;c;\(String(decoding: base64, as: UTF8.self))\u{7}")
      return true
    }
    return try copying().take(text.utf8.span, within: Self.patienceSeconds)
  }

  /// Empties the clipboard if it still holds a text.
  ///
  /// - Parameter text: what was copied.
  /// - Throws: ``DesktopError``, ``ShellError``.
  package func clear(ifItHolds text: Span<UInt8>) throws {
    guard canClear,
      let present = try pasting().output(
        within: Self.patienceSeconds,
        limit: Self.longestCode
      )
    else { return }
    // Some tools end what they print with a line end of their own.
    let end = present.last == 0x0A ? present.count - 1 : present.count
    guard end == text.count, text.indices.allSatisfy({ text[$0] == present[$0] }) else { return }
    let nothing: [UInt8] = []
    _ = try clearing().take(nothing.span, within: Self.patienceSeconds)
  }

  private func copying() -> DesktopTool {
    switch self {
    case .wlCopy:
      // Clipboard managers keep what is marked so out of their histories; older versions can't mark it.
      let help = try? DesktopTool("wl-copy", "--help").output(within: 1, limit: 1 << 14)
      return Self.contains(help ?? [], "--sensitive")
        ? DesktopTool("wl-copy", "--sensitive", "--type", "text/plain")
        : DesktopTool("wl-copy", "--type", "text/plain")
    case .xclip: return DesktopTool("xclip", "-selection", "clipboard", "-in")
    case .xsel: return DesktopTool("xsel", "--clipboard", "--input")
    case .clipExe: return DesktopTool("clip.exe")
    case .tmux: return DesktopTool("tmux", "load-buffer", "-w", "-b", Self.buffer, "-")
    case .pbcopy, .osc52: return DesktopTool("pbcopy")
    }
  }

  private static func contains(_ bytes: [UInt8], _ word: StaticString) -> Bool {
    let word = "\(word)".utf8
    return bytes.indices.contains { bytes[$0...].starts(with: word) }
  }

  private func pasting() -> DesktopTool {
    switch self {
    case .wlCopy: DesktopTool("wl-paste", "--no-newline")
    case .xclip: DesktopTool("xclip", "-selection", "clipboard", "-out")
    case .xsel: DesktopTool("xsel", "--clipboard", "--output")
    case .tmux: DesktopTool("tmux", "show-buffer", "-b", Self.buffer)
    case .pbcopy, .clipExe, .osc52: DesktopTool("pbpaste")
    }
  }

  private func clearing() -> DesktopTool {
    switch self {
    // Not --clear, which does nothing where a compositor wants a window in front.
    case .wlCopy: DesktopTool("wl-copy", "--type", "text/plain")
    case .xclip: DesktopTool("xclip", "-selection", "clipboard", "-in")
    case .xsel: DesktopTool("xsel", "--clipboard", "--clear")
    case .tmux: DesktopTool("tmux", "delete-buffer", "-b", Self.buffer)
    case .pbcopy, .clipExe, .osc52: DesktopTool("pbcopy")
    }
  }
}
