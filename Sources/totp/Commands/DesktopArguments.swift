// SPDX-License-Identifier: MIT
import CommandLineKit

/// The options that read what the desktop has at hand.
enum DesktopArguments {
  static let clipboard = Flag("clipboard", "Read a picture or URIs that were copied")
  static let screen = Flag("screen", "Read the QR codes that the screen shows")

  /// What messages call the clipboard.
  static let clipboardName = "the clipboard"
}
