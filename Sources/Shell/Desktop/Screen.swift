// SPDX-License-Identifier: MIT

/// What the desktop shows.
package enum Screen {
  /// How long a screenshot may take, in seconds: some desktops ask the person first.
  private static let patienceSeconds = 30

  /// Takes a picture of the whole screen.
  ///
  /// - Parameters:
  ///   - environment: `TOTP_SCREENSHOT_COMMAND`, a shell command that prints a picture, goes before
  ///     everything; else the session tells what can do it.
  ///   - libexec: the folder of the helper that asks the desktop's portal.
  /// - Returns: a picture's file.
  /// - Throws: ``DesktopError``, ``ShellError``.
  ///
  /// grim(1), maim(1), import(1), XDG Desktop Portal
  package static func picture(_ environment: Environment, libexec: String?) throws -> [UInt8] {
    let tools = tools(environment, libexec)
    guard !tools.isEmpty else { throw DesktopError.noDesktop(.screen) }
    var failure: DesktopError?
    for tool in tools {
      do {
        let limit = Worker.mostPictureBytes
        if let picture = try tool.output(within: patienceSeconds, limit: limit) { return picture }
      } catch let error as DesktopError {
        // Not every compositor lets every tool look: the portal may still do it.
        failure = failure ?? error
      }
    }
    throw failure ?? DesktopError.noTool(.screen, wanted: tools.map(\.name))
  }

  private static func tools(_ environment: Environment, _ libexec: String?) -> [DesktopTool] {
    if let command = environment["TOTP_SCREENSHOT_COMMAND"] {
      return [DesktopTool(command: command)]
    }
    var tools: [DesktopTool] = []
    let isWayland = environment["WAYLAND_DISPLAY"] != nil
    if isWayland { tools.append(DesktopTool("grim", "-")) }
    // Under Wayland an X11 tool sees X11's windows at most, and mostly black.
    if environment["DISPLAY"] != nil, !isWayland {
      tools += [
        DesktopTool("maim"), DesktopTool("import", "-silent", "-window", "root", "png:-"),
      ]
    }
    if environment["DBUS_SESSION_BUS_ADDRESS"] != nil, let libexec {
      tools.append(DesktopTool(path: "\(libexec)/totp-screenshot", called: "the desktop's portal"))
    }
    return tools
  }
}
