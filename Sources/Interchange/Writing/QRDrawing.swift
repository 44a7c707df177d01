// SPDX-License-Identifier: MIT
import CQRencode
import OTPCore
import Secrets

/// QR codes in a page.
enum QRDrawing {
  /// The quiet zone that readers want, in modules.
  private static let margin = 4

  /// Draws a text.
  ///
  /// - Parameter text: the bytes of a URI.
  /// - Returns: an SVG element; nothing for a text that no QR code holds.
  ///
  /// libqrencode: `QRcode_encodeData`.
  static func svg(of text: Span<UInt8>) -> String {
    // Sound: the pointer is good for the count, and the code for its width squared until it is freed.
    let code = unsafe text.withPointer { bytes in
      unsafe QRcode_encodeData(Int32(text.count), bytes, 0, QR_ECLEVEL_M)
    }
    guard let code = unsafe code else { return "" }
    defer { unsafe QRcode_free(code) }
    let width = unsafe Int(code.pointee.width)
    var path = ""
    for row in 0..<width {
      for column in 0..<width where unsafe code.pointee.data[row * width + column] & 1 == 1 {
        path += "M\(column + margin),\(row + margin)h1v1h-1z"
      }
    }
    let side = width + 2 * margin
    return "<svg viewBox=\"0 0 \(side) \(side)\"><path d=\"\(path)\"/></svg>"
  }
}
