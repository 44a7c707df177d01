// SPDX-License-Identifier: MIT
import CPortal
import Glibc

/// What the desktop's portal does for programs that may not look at the screen themselves.
enum Portal {
  /// Why there is no picture.
  enum Failure: Error, Equatable {
    /// There is no session bus, or no portal on it.
    case absent
    /// The person, or the desktop, said no.
    case refused
    /// No answer came in time.
    case silent
  }

  /// Has a picture of the whole screen taken.
  ///
  /// - Parameters:
  ///   - token: the request's name, ASCII letters and digits that nobody can guess.
  ///   - seconds: how long the person may take to allow it.
  /// - Returns: the picture's URI, which is a file's.
  /// - Throws: ``Failure``.
  ///
  /// XDG Desktop Portal, `org.freedesktop.portal.Screenshot`.
  static func screenshot(token: String, within seconds: Int32) throws(Failure) -> String {
    var uri: UnsafeMutablePointer<CChar>?
    // The pointers are good for the call; the text that it gives is ours, and freed after it was copied.
    let failure = unsafe portal_screenshot(token, seconds, &uri)
    defer { unsafe free(uri) }
    if let uri = unsafe uri { return unsafe String(cString: uri) }
    switch UInt32(failure) {
    case portal_absent.rawValue: throw .absent
    case portal_silent.rawValue: throw .silent
    default: throw .refused
    }
  }
}
