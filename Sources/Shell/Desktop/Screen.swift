// SPDX-License-Identifier: MIT

/// What the desktop shows.
package enum Screen {
  /// How long a screenshot may take, in seconds: some desktops ask the person first.
  private static let patienceSeconds = 30

  /// Takes a picture of the whole screen.
  ///
  /// - Parameter environment: `TOTP_SCREENSHOT_COMMAND`, a shell command that prints a picture, goes
  ///   before everything; else the session tells what can do it.
  /// - Returns: a picture's file.
  /// - Throws: ``DesktopError``, ``ShellError``.
  ///
  /// grim(1), maim(1), import(1)
  package static func picture(_ environment: Environment) throws -> [UInt8] {
    var tools: [DesktopTool] = []
    if let command = environment["TOTP_SCREENSHOT_COMMAND"] {
      tools = [DesktopTool(command: command)]
    } else {
      if environment["WAYLAND_DISPLAY"] != nil { tools.append(DesktopTool("grim", "-")) }
      // Under Wayland an X11 tool sees X11's windows at most, and mostly black.
      if environment["DISPLAY"] != nil, environment["WAYLAND_DISPLAY"] == nil {
        tools += [
          DesktopTool("maim"), DesktopTool("import", "-silent", "-window", "root", "png:-"),
        ]
      }
    }
    guard !tools.isEmpty else { throw DesktopError.noDesktop(.screen) }
    for tool in tools {
      let limit = Worker.mostPictureBytes
      if let picture = try tool.output(within: patienceSeconds, limit: limit) { return picture }
    }
    throw DesktopError.noTool(.screen, wanted: tools.map(\.name))
  }
}
