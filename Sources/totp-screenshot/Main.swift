// SPDX-License-Identifier: MIT
import Glibc
import OTPCore
import Secrets
import Shell

/// `totp-screenshot`: has the desktop's portal take a picture of the screen, and prints the picture.
///
/// `totp` starts it where no program may look at the screen by itself. Exit status: 0 with a picture; 2
/// where there is no portal; 1 when it was refused, or no answer came.
@main
enum Main {
  /// How long the person may take to allow it, in seconds.
  private static let patienceSeconds: Int32 = 25

  static func main() {
    Hardening.apply()
    exit(run())
  }

  private static func run() -> Int32 {
    let token = "totp" + SystemRandomness().bytes(count: 16).map { String($0, radix: 36) }.joined()
    do {
      let uri = try Portal.screenshot(token: token, within: patienceSeconds)
      guard let path = PicturePath(uri: uri) else { return 1 }
      // The picture shows a secret, and was made for nobody else.
      defer { path.remove() }
      let bytes = try Input().bytes(from: path.text, limit: Worker.mostPictureBytes)
      try DescriptorOutput.standardOutput.write(bytes.span)
      return 0
    } catch Portal.Failure.absent {
      return 2
    } catch {
      return 1
    }
  }
}

/// The file that a portal left its picture in.
private struct PicturePath {
  let text: String

  /// Reads a `file:` URI.
  ///
  /// RFC 8089 §2; RFC 3986 §2.1.
  init?(uri: String) {
    let prefix = "file://"
    guard uri.hasPrefix(prefix + "/"),
      let path = try? PercentEncoding.string(
        uri.utf8.span.extracting(prefix.utf8.count..<uri.utf8.count),
        plus: .plus,
        item: "path"
      )
    else { return nil }
    text = path
  }

  /// Takes the file away, if it is still there.
  ///
  /// unlink(2)
  func remove() {
    // The string outlives the call.
    _ = unsafe unlink(text)
  }
}
