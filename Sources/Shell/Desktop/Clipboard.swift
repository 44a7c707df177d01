// SPDX-License-Identifier: MIT
package import Secrets

/// What was copied last on the desktop.
package enum Clipboard {
  /// A clipboard's content, of the first kind that there is.
  package enum Content: ~Copyable {
    /// A picture's file.
    case picture([UInt8])
    /// UTF-8, which may hold a secret.
    case text(SecretBytes)
  }

  /// How long a clipboard's owner may take to hand its content over, in seconds.
  private static let patienceSeconds = 5
  private static let longestList = 1 << 16
  private static let longestText = 1 << 20

  /// Pictures that the worker reads, the ones that lose nothing first.
  private static let pictureTypes = ["png", "bmp", "tiff", "gif", "webp", "jpeg", "avif", "heif"]
    .map { "image/\($0)" }
  private static let textTypes = [
    "text/plain;charset=utf-8", "UTF8_STRING", "text/plain", "STRING",
  ]

  /// Reads the clipboard.
  ///
  /// - Parameter environment: tells whether the session is Wayland's or X11's; Wayland goes first, since
  ///   it mostly has a DISPLAY too.
  /// - Returns: the picture, or else the text.
  /// - Throws: ``DesktopError``, ``ShellError``.
  ///
  /// wl-paste(1), xclip(1)
  package static func content(_ environment: Environment) throws -> Content {
    var wanted: [String] = []
    if environment["WAYLAND_DISPLAY"] != nil {
      wanted.append("wl-paste")
      let list = DesktopTool("wl-paste", "--list-types")
      if let types = try types(of: list) {
        return try content(types) { DesktopTool("wl-paste", "--no-newline", "--type", $0) }
      }
    }
    if environment["DISPLAY"] != nil {
      wanted.append("xclip")
      let list = DesktopTool("xclip", "-selection", "clipboard", "-o", "-t", "TARGETS")
      if let types = try types(of: list) {
        return try content(types) {
          DesktopTool("xclip", "-selection", "clipboard", "-o", "-t", $0)
        }
      }
    }
    guard !wanted.isEmpty else { throw DesktopError.noDesktop(.clipboard) }
    throw DesktopError.noTool(.clipboard, wanted: wanted)
  }

  /// Lists the types that the clipboard's content is to be had in.
  ///
  /// - Returns: the types, or `nil` when the tool is not installed.
  private static func types(of list: DesktopTool) throws -> [String]? {
    do {
      let output = try list.output(within: patienceSeconds, limit: longestList)
      return output.map {
        String(decoding: $0, as: UTF8.self).split(separator: "\n").map(String.init)
      }
    } catch DesktopError.failed {
      // Both tools fail so when nothing was copied.
      throw DesktopError.emptyClipboard
    }
  }

  private static func content(
    _ types: [String],
    _ tool: (_ type: String) -> DesktopTool
  ) throws -> Content {
    for type in pictureTypes where types.contains(type) {
      let limit = Worker.mostPictureBytes
      if let picture = try tool(type).output(within: patienceSeconds, limit: limit) {
        return .picture(picture)
      }
    }
    for type in textTypes where types.contains(type) {
      if var text = try tool(type).output(within: patienceSeconds, limit: longestText) {
        var end = text.count
        while end > 0, text[end - 1] <= 0x20 { end -= 1 }
        let isText = end > 0 && (try? UTF8Span(validating: text.span)) != nil
        let copy = SecretBytes(copying: text.span.extracting(0..<end))
        var span = text.mutableSpan
        wipe(&span)
        guard isText else { continue }
        return .text(copy)
      }
    }
    throw DesktopError.emptyClipboard
  }
}
