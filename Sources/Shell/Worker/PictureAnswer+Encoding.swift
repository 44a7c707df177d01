// SPDX-License-Identifier: MIT
import OTPCore
package import Secrets

extension PictureAnswer {
  /// Writes a report as a message with its length before it.
  package static func encoded(_ report: PictureReport) -> SecretBytes {
    let payloadSizes = report.payloads.map(byteCount)
    var size =
      ProtobufSize.field(Field.lacksParts, varint: report.lacksParts ? 1 : 0)
      + ProtobufSize.field(Field.searches, varint: UInt64(report.searches))
    for payloadSize in payloadSizes {
      size += ProtobufSize.element(ofField: Field.payloads, byteCount: payloadSize)
    }
    return SecretBytes(capacity: lengthByteCount + size) { output in
      output.append(messageByteCount: size)
      for (payload, payloadSize) in zip(report.payloads, payloadSizes) {
        output.appendHeader(ofField: Field.payloads, byteCount: payloadSize)
        payload.bytes.withBytes { output.appendElement(ofField: Field.Payload.bytes, bytes: $0) }
        guard hasTextOfItsOwn(payload) else { continue }
        payload.text.withBytes { output.appendField(Field.Payload.text, bytes: $0) }
      }
      output.appendField(Field.lacksParts, varint: report.lacksParts ? 1 : 0)
      output.appendField(Field.searches, varint: UInt64(report.searches))
    }
  }

  /// Writes a refusal as a message with its length before it.
  package static func encoded(_ refusal: PictureRefusal) -> SecretBytes {
    let size = byteCount(refusal)
    let messageSize = ProtobufSize.element(ofField: Field.refusal, byteCount: size)
    return SecretBytes(capacity: lengthByteCount + messageSize) { output in
      output.append(messageByteCount: messageSize)
      output.appendHeader(ofField: Field.refusal, byteCount: size)
      for (field, value) in numbers(refusal) { output.appendField(field, varint: value) }
      output.appendField(Field.Refusal.format, string: refusal.format)
    }
  }

  private static func hasTextOfItsOwn(_ payload: PictureReport.Payload) -> Bool {
    !payload.text.matches(payload.bytes)
  }

  private static func byteCount(_ payload: PictureReport.Payload) -> Int {
    let text = hasTextOfItsOwn(payload) ? payload.text.count : 0
    return ProtobufSize.element(ofField: Field.Payload.bytes, byteCount: payload.bytes.count)
      + ProtobufSize.field(Field.Payload.text, byteCount: text)
  }

  private static func byteCount(_ refusal: PictureRefusal) -> Int {
    var size = ProtobufSize.field(Field.Refusal.format, byteCount: refusal.format.utf8.count)
    for (field, value) in numbers(refusal) { size += ProtobufSize.field(field, varint: value) }
    return size
  }

  private static func numbers(_ refusal: PictureRefusal) -> [(field: Int, value: UInt64)] {
    switch refusal {
    case .empty: [(Field.Refusal.cause, Cause.empty.rawValue)]
    case .notAPicture: [(Field.Refusal.cause, Cause.notAPicture.rawValue)]
    case .unsupported: [(Field.Refusal.cause, Cause.unsupported.rawValue)]
    case .damaged: [(Field.Refusal.cause, Cause.damaged.rawValue)]
    case .fileTooLong(let limit):
      [(Field.Refusal.cause, Cause.fileTooLong.rawValue), (Field.Refusal.limit, UInt64(limit))]
    case .tooManyPixels(let width, let height, let limit):
      size(.tooManyPixels, width, height, limit)
    case .sideTooLong(let width, let height, let limit):
      size(.sideTooLong, width, height, limit)
    }
  }

  private static func size(
    _ cause: Cause,
    _ width: Int,
    _ height: Int,
    _ limit: Int
  ) -> [(field: Int, value: UInt64)] {
    [
      (Field.Refusal.cause, cause.rawValue), (Field.Refusal.width, UInt64(width)),
      (Field.Refusal.height, UInt64(height)), (Field.Refusal.limit, UInt64(limit)),
    ]
  }
}

extension PictureRefusal {
  /// The format's name in the cases that have one.
  fileprivate var format: String {
    switch self {
    case .unsupported(let format), .damaged(let format): format
    case .empty, .notAPicture, .fileTooLong, .tooManyPixels, .sideTooLong: ""
    }
  }
}

extension OutputSpan<UInt8> {
  /// Appends the length that stands before a message.
  mutating func append(messageByteCount count: Int) {
    for shift in stride(from: 24, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: count >> shift))
    }
  }
}
