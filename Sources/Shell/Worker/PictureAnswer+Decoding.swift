// SPDX-License-Identifier: MIT
import OTPCore
package import Secrets

extension PictureAnswer {
  /// Reads a message.
  ///
  /// It comes from a process that strangers' bytes may have taken over, so nothing in it is believed
  /// unchecked. Fields of a later version are passed over.
  ///
  /// - Parameter message: the message without its length; the report's secrets lie in it.
  /// - Returns: what was found.
  /// - Throws: ``WorkerError/garbledAnswer``, ``WorkerError/refused(_:)``.
  package static func report(
    decoding message: consuming SecretBytes
  ) throws(WorkerError) -> PictureReport {
    let arena = SecretArena(message)
    return try arena.withBytes { (bytes) throws(WorkerError) in
      var payloads: [PictureReport.Payload] = []
      var lacksParts = false
      var searches = 0
      var parts: [PictureReport.Part] = []
      try forEachField(in: bytes, 0..<bytes.count) { (field) throws(WorkerError) in
        switch field.number {
        case Field.payloads: payloads.append(try payload(of: field, in: bytes, from: arena))
        case Field.lacksParts: lacksParts = try number(field) != 0
        case Field.searches: searches = try number(field)
        case Field.parts:
          let packed = try number(field)
          guard let part = PictureReport.Part(index: packed & 0xFF, count: packed >> 8) else {
            throw .garbledAnswer
          }
          parts.append(part)
        case Field.refusal: throw .refused(try refusal(of: field, in: bytes))
        default: break
        }
      }
      return PictureReport(
        payloads: payloads,
        lacksParts: lacksParts,
        parts: parts,
        searches: searches
      )
    }
  }

  private static func payload(
    of field: ProtobufField,
    in bytes: Span<UInt8>,
    from arena: SecretArena
  ) throws(WorkerError) -> PictureReport.Payload {
    var exact: Range<Int>?
    var text: Range<Int>?
    try forEachField(in: bytes, try range(field)) { (part) throws(WorkerError) in
      switch part.number {
      case Field.Payload.bytes: exact = try range(part)
      case Field.Payload.text: text = try range(part)
      default: break
      }
    }
    guard let exact, isText(bytes.extracting(text ?? exact)) else { throw .garbledAnswer }
    return PictureReport.Payload(
      bytes: arena.secret(in: exact),
      text: arena.secret(in: text ?? exact)
    )
  }

  private static func refusal(
    of field: ProtobufField,
    in bytes: Span<UInt8>
  ) throws(WorkerError) -> PictureRefusal {
    var numbers: [Int: Int] = [:]
    var format = ""
    try forEachField(in: bytes, try range(field)) { (part) throws(WorkerError) in
      if part.number == Field.Refusal.format {
        format = try name(bytes.extracting(try range(part)))
      } else if case .varint = part.value {
        numbers[part.number] = try number(part)
      }
    }
    let width = numbers[Field.Refusal.width, default: 0]
    let height = numbers[Field.Refusal.height, default: 0]
    let limit = numbers[Field.Refusal.limit, default: 0]
    switch Cause(rawValue: UInt64(numbers[Field.Refusal.cause, default: 0])) {
    case .empty: return .empty
    case .notAPicture: return .notAPicture
    case .fileTooLong: return .fileTooLong(limit: limit)
    case .unsupported: return .unsupported(format: format)
    case .damaged: return .damaged(format: format)
    case .tooManyPixels: return .tooManyPixels(width: width, height: height, limit: limit)
    case .sideTooLong: return .sideTooLong(width: width, height: height, limit: limit)
    case nil: throw .garbledAnswer
    }
  }

  private static func forEachField(
    in bytes: Span<UInt8>,
    _ range: Range<Int>,
    _ visit: (ProtobufField) throws(WorkerError) -> Void
  ) throws(WorkerError) {
    var reader = ProtobufReader(range)
    while let field = try garbled({ () throws(WireError) in try reader.next(in: bytes) }) {
      try visit(field)
    }
  }

  private static func range(_ field: ProtobufField) throws(WorkerError) -> Range<Int> {
    try garbled { () throws(WireError) in try field.byteRange }
  }

  private static func number(_ field: ProtobufField) throws(WorkerError) -> Int {
    let value = try garbled { () throws(WireError) in try field.integer }
    guard let number = Int(exactly: value) else { throw .garbledAnswer }
    return number
  }

  /// Reads a format's name, which goes to a terminal: a few ASCII letters and nothing else.
  private static func name(_ bytes: Span<UInt8>) throws(WorkerError) -> String {
    guard bytes.count <= 8 else { throw .garbledAnswer }
    var name = ""
    for index in bytes.indices {
      let scalar = Unicode.Scalar(bytes[index])
      let isLetter = ("A"..."Z").contains(scalar) || ("a"..."z").contains(scalar)
      guard isLetter else { throw .garbledAnswer }
      name.unicodeScalars.append(scalar)
    }
    return name
  }

  private static func isText(_ bytes: Span<UInt8>) -> Bool {
    (try? UTF8Span(validating: bytes)) != nil
  }

  private static func garbled<Value>(
    _ body: () throws(WireError) -> Value
  ) throws(WorkerError) -> Value {
    do throws(WireError) { return try body() } catch { throw .garbledAnswer }
  }
}
