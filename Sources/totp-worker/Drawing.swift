// SPDX-License-Identifier: MIT
import Draw
import Secrets
import Shell

/// The drawing of QR codes.
enum Drawing {
  /// Reads a request from the standard input and draws.
  ///
  /// - Returns: the answer as it goes out.
  /// - Throws: ``ShellError``, ``DrawError``.
  static func answer() throws -> SecretBytes {
    let request = try Input().secret(
      from: Input.standardInputName,
      limit: DrawingMessage.mostRequestBytes
    )
    return try request.withBytes { message in
      guard let (form, text) = DrawingMessage.request(decoding: message) else {
        throw DrawError.empty
      }
      do throws(DrawError) {
        let code = try QRCode(encoding: message.extracting(text))
        let drawing = try drawing(of: code, form)
        return DrawingMessage.answer(drawing: drawing.span)
      } catch .tooLong(_, let limit) {
        return DrawingMessage.answer(limit: limit)
      }
    }
  }

  private static func drawing(of code: QRCode, _ form: DrawingForm) throws(DrawError) -> [UInt8] {
    switch form {
    case .terminal: Array(code.text(.coloured).utf8)
    case .plainText: Array(code.text(.plain).utf8)
    case .plainTextOnLight: Array(code.text(.plainOnLight).utf8)
    case .png: try code.png()
    case .svg: Array(code.svg().utf8)
    }
  }
}
