// SPDX-License-Identifier: MIT
import OTPCore
package import Secrets

/// The messages about drawings that cross from one process to the other.
///
///     message DrawingRequest {
///       uint64 form = 1;          // see DrawingForm
///       bytes text = 2;
///     }
///
/// And back, in a ``WorkerFrame``:
///
///     message DrawingAnswer {
///       bytes drawing = 1;
///       uint64 limit = 2;         // the text has more bytes than this, and nothing was drawn
///     }
package enum DrawingMessage {
  /// The most bytes that a request has: more than any QR code holds.
  package static let mostRequestBytes = 1 << 16

  private enum Request {
    static let form = 1
    static let text = 2
  }

  private enum Answer {
    static let drawing = 1
    static let limit = 2
  }

  /// Writes a request.
  static func request(_ text: borrowing SecretBytes, _ form: DrawingForm) -> SecretBytes {
    SecretBytes(capacity: text.count + 16) { output in
      output.appendField(Request.form, varint: form.rawValue)
      output.appendField(Request.text, bytes: text.span)
    }
  }

  /// Reads a request.
  ///
  /// - Parameter message: what the parent sent.
  /// - Returns: the form and where the text lies, or `nil` for no request.
  package static func request(
    decoding message: Span<UInt8>
  ) -> (form: DrawingForm, text: Range<Int>)? {
    var form: DrawingForm?
    var text = 0..<0
    var reader = ProtobufReader(0..<message.count)
    do throws(WireError) {
      while let field = try reader.next(in: message) {
        switch field.number {
        case Request.form: form = DrawingForm(rawValue: try field.integer)
        case Request.text: text = try field.byteRange
        default: break
        }
      }
    } catch {
      return nil
    }
    return form.map { ($0, text) }
  }

  /// Writes a drawing with its length before it.
  ///
  /// - Parameter drawing: the drawing.
  /// - Returns: the answer.
  package static func answer(drawing: Span<UInt8>) -> SecretBytes {
    let size = ProtobufSize.field(Answer.drawing, byteCount: drawing.count)
    return SecretBytes(capacity: WorkerFrame.lengthByteCount + size) { output in
      output.append(frameLength: size)
      output.appendField(Answer.drawing, bytes: drawing)
    }
  }

  /// Writes that the text was too long, with the answer's length before it.
  ///
  /// - Parameter limit: the most bytes that can be drawn.
  /// - Returns: the answer.
  package static func answer(limit: Int) -> SecretBytes {
    let size = ProtobufSize.field(Answer.limit, varint: UInt64(limit))
    return SecretBytes(capacity: WorkerFrame.lengthByteCount + size) { output in
      output.append(frameLength: size)
      output.appendField(Answer.limit, varint: UInt64(limit))
    }
  }

  /// Reads the answer.
  static func drawing(
    answer: consuming SecretBytes,
    of byteCount: Int
  ) throws(WorkerError) -> SecretBytes {
    try answer.withBytes { (bytes) throws(WorkerError) in
      var drawing = 0..<0
      var limit: UInt64?
      var reader = ProtobufReader(0..<bytes.count)
      do throws(WireError) {
        while let field = try reader.next(in: bytes) {
          switch field.number {
          case Answer.drawing: drawing = try field.byteRange
          case Answer.limit: limit = try field.integer
          default: break
          }
        }
      } catch {
        throw .garbledAnswer
      }
      if let limit { throw .tooLongToDraw(byteCount: byteCount, limit: Int(clamping: limit)) }
      guard !drawing.isEmpty else { throw .garbledAnswer }
      return SecretBytes(copying: bytes.extracting(drawing))
    }
  }
}
