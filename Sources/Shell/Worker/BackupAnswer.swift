// SPDX-License-Identifier: MIT
import OTPCore
package import Secrets

/// The worker's answer about a backup, as it crosses from one process to the other.
///
/// A length of four bytes, most significant first, and a protobuf message:
///
///     message BackupAnswer {
///       bytes format = 1;
///       bytes title = 2;
///       repeated Entry entries = 3;
///       bool dropped_icons = 4;
///       repeated uint64 missing_parts = 5;
///       bytes file = 6;
///       uint64 cause = 7;         // of a refusal, and then nothing but
///       bytes message = 8;
///       bytes hint = 9;
///     }
///     message Entry {
///       uint64 index = 1;
///       Token token = 2;          // or
///       bytes reason = 3;         // and then
///       bytes issuer = 4;
///       bytes account = 5;
///     }
package enum BackupAnswer {
  private enum Field {
    static let format = 1
    static let title = 2
    static let entries = 3
    static let droppedIcons = 4
    static let missingParts = 5
    static let file = 6
    static let cause = 7
    static let message = 8
    static let hint = 9
    enum Entry {
      static let index = 1
      static let token = 2
      static let reason = 3
      static let issuer = 4
      static let account = 5
    }
  }

  /// Writes a report as a message with its length before it.
  package static func encoded(_ report: BackupReport) -> SecretBytes {
    let sizes = report.entries.map(byteCount)
    var size =
      ProtobufSize.field(Field.format, byteCount: report.format.utf8.count)
      + ProtobufSize.field(Field.title, byteCount: report.title.utf8.count)
      + ProtobufSize.field(Field.droppedIcons, varint: report.droppedIcons ? 1 : 0)
      + ProtobufSize.field(Field.file, byteCount: report.file?.count ?? 0)
    for entrySize in sizes {
      size += ProtobufSize.element(ofField: Field.entries, byteCount: entrySize)
    }
    for part in report.missingParts {
      size += ProtobufSize.field(Field.missingParts, varint: UInt64(part))
    }
    return SecretBytes(capacity: WorkerFrame.lengthByteCount + size) { output in
      output.append(frameLength: size)
      output.appendField(Field.format, string: report.format)
      output.appendField(Field.title, string: report.title)
      for (entry, entrySize) in zip(report.entries, sizes) {
        output.appendHeader(ofField: Field.entries, byteCount: entrySize)
        append(entry, to: &output)
      }
      output.appendField(Field.droppedIcons, varint: report.droppedIcons ? 1 : 0)
      for part in report.missingParts {
        output.appendField(Field.missingParts, varint: UInt64(part))
      }
      report.file?.withBytes { output.appendField(Field.file, bytes: $0) }
    }
  }

  /// Writes a refusal as a message with its length before it.
  package static func encoded(_ refusal: BackupRefusal) -> SecretBytes {
    let size =
      ProtobufSize.field(Field.cause, varint: refusal.cause.rawValue)
      + ProtobufSize.field(Field.message, byteCount: refusal.message.utf8.count)
      + ProtobufSize.field(Field.hint, byteCount: refusal.hint.utf8.count)
    return SecretBytes(capacity: WorkerFrame.lengthByteCount + size) { output in
      output.append(frameLength: size)
      output.appendField(Field.cause, varint: refusal.cause.rawValue)
      output.appendField(Field.message, string: refusal.message)
      output.appendField(Field.hint, string: refusal.hint)
    }
  }

  private static func byteCount(_ entry: BackupReport.Entry) -> Int {
    let index = ProtobufSize.field(Field.Entry.index, varint: UInt64(entry.index))
    switch entry.token {
    case .success(let token):
      let size = TokenMessage.byteCount(token)
      return index + ProtobufSize.element(ofField: Field.Entry.token, byteCount: size)
    case .failure(let reason):
      return index
        + ProtobufSize.element(ofField: Field.Entry.reason, byteCount: reason.text.utf8.count)
        + ProtobufSize.field(Field.Entry.issuer, byteCount: entry.label.issuer.utf8.count)
        + ProtobufSize.field(Field.Entry.account, byteCount: entry.label.account.utf8.count)
    }
  }

  private static func append(_ entry: BackupReport.Entry, to output: inout OutputSpan<UInt8>) {
    output.appendField(Field.Entry.index, varint: UInt64(entry.index))
    switch entry.token {
    case .success(let token):
      output.appendHeader(ofField: Field.Entry.token, byteCount: TokenMessage.byteCount(token))
      TokenMessage.append(token, to: &output)
    case .failure(let reason):
      output.appendElement(ofField: Field.Entry.reason, bytes: reason.text.utf8.span)
      output.appendField(Field.Entry.issuer, string: entry.label.issuer)
      output.appendField(Field.Entry.account, string: entry.label.account)
    }
  }

  /// Reads a message.
  ///
  /// - Parameter message: the message, without the length before it.
  /// - Returns: what was read or written, or the worker's refusal.
  /// - Throws: ``WorkerError/garbledAnswer``.
  package static func outcome(
    decoding message: consuming SecretBytes
  ) throws(WorkerError) -> Result<BackupReport, BackupRefusal> {
    let arena = SecretArena(message)
    return try arena.withBytes { (bytes) throws(WorkerError) in
      var (format, title, text, hint) = ("", "", "", "")
      var entries: [BackupReport.Entry] = []
      var droppedIcons = false
      var missingParts: [Int] = []
      var file: Range<Int>?
      var cause: BackupRefusal.Cause?
      try MessageReading.forEachField(in: 0..<bytes.count, of: bytes) {
        (field) throws(WorkerError) in
        switch field.number {
        case Field.format: format = try MessageReading.string(field, bytes)
        case Field.title: title = try MessageReading.string(field, bytes)
        case Field.entries: entries.append(try entry(field, bytes, arena))
        case Field.droppedIcons: droppedIcons = try MessageReading.number(field) != 0
        case Field.missingParts:
          missingParts.append(Int(clamping: try MessageReading.number(field)))
        case Field.file: file = try MessageReading.range(field)
        case Field.cause:
          cause = BackupRefusal.Cause(rawValue: try MessageReading.number(field))
          guard cause != nil else { throw .garbledAnswer }
        case Field.message: text = try MessageReading.string(field, bytes)
        case Field.hint: hint = try MessageReading.string(field, bytes)
        default: break
        }
      }
      if let cause { return .failure(BackupRefusal(cause, text, hint: hint)) }
      return .success(
        BackupReport(
          format: format,
          title: title,
          entries: entries,
          droppedIcons: droppedIcons,
          missingParts: missingParts,
          file: file.map(arena.secret)
        )
      )
    }
  }

  private static func entry(
    _ field: ProtobufField,
    _ bytes: Span<UInt8>,
    _ arena: SecretArena
  ) throws(WorkerError) -> BackupReport.Entry {
    var index = 0
    var label = Label(issuer: "", account: "")
    var token: Result<Token, BackupReport.Reason>?
    try MessageReading.forEachField(in: MessageReading.range(field), of: bytes) {
      (field) throws(WorkerError) in
      switch field.number {
      case Field.Entry.index: index = Int(clamping: try MessageReading.number(field))
      case Field.Entry.token:
        let read = try TokenMessage.token(in: MessageReading.range(field), of: bytes, arena)
        label = read.label
        token = .success(read)
      case Field.Entry.reason:
        token = .failure(BackupReport.Reason(try MessageReading.string(field, bytes)))
      case Field.Entry.issuer: label.issuer = try MessageReading.string(field, bytes)
      case Field.Entry.account: label.account = try MessageReading.string(field, bytes)
      default: break
      }
    }
    guard let token else { throw .garbledAnswer }
    return BackupReport.Entry(index: index, label: label, token: token)
  }
}
