// SPDX-License-Identifier: MIT
package import OTPCore
package import Secrets

/// What the worker is asked to do with a backup: to read one, or to write one.
///
///     message BackupRequest {
///       bytes format = 1;         // absent: find out
///       bytes password = 2;
///       bool has_password = 3;    // an empty one is one too
///       bytes file = 4;           // to read
///       bool is_export = 5;
///       repeated Token tokens = 6;  // to write
///       uint64 time = 7;          // now, in Unix seconds
///     }
package struct BackupRequest: Sendable {
  /// The format's name, or `nil` to find out.
  package let format: String?
  /// What opens or closes the file.
  package let password: Secret?
  /// The file to read, or the tokens to write.
  package let job: Job
  /// Now.
  package let time: UnixTime

  /// To read or to write.
  package enum Job: Sendable {
    /// To read a file.
    case read(Secret)
    /// To write tokens.
    case write([Token])
  }

  private enum Field {
    static let format = 1
    static let password = 2
    static let hasPassword = 3
    static let file = 4
    static let isExport = 5
    static let tokens = 6
    static let time = 7
  }

  /// Makes a request.
  package init(format: String?, password: Secret?, job: Job, time: UnixTime) {
    self.format = format
    self.password = password
    self.job = job
    self.time = time
  }

  /// Writes the request as a message.
  package func encoded() -> SecretBytes {
    var count =
      64 + (format?.utf8.count ?? 0) + (password?.count ?? 0)
    switch job {
    case .read(let file): count += file.count
    case .write(let tokens):
      for token in tokens {
        let size = TokenMessage.byteCount(token)
        count += ProtobufSize.element(ofField: Field.tokens, byteCount: size)
      }
    }
    return SecretBytes(capacity: count) { output in
      output.appendField(Field.format, string: format ?? "")
      password?.withBytes { output.appendField(Field.password, bytes: $0) }
      output.appendField(Field.hasPassword, varint: password == nil ? 0 : 1)
      output.appendField(Field.time, varint: UInt64(time.seconds))
      switch job {
      case .read(let file): file.withBytes { output.appendField(Field.file, bytes: $0) }
      case .write(let tokens):
        output.appendField(Field.isExport, varint: 1)
        for token in tokens {
          output.appendHeader(
            ofField: Field.tokens,
            byteCount: TokenMessage.byteCount(token)
          )
          TokenMessage.append(token, to: &output)
        }
      }
    }
  }

  /// Reads a message.
  ///
  /// - Parameter message: the bytes; what is kept of them keeps them alive.
  /// - Throws: ``WorkerError/garbledAnswer``.
  package init(decoding message: consuming SecretBytes) throws(WorkerError) {
    let arena = SecretArena(message)
    var format: String?
    var password = 0..<0
    var hasPassword = false
    var file = 0..<0
    var isExport = false
    var tokens: [Token] = []
    var time: UInt64 = 0
    try arena.withBytes { (bytes) throws(WorkerError) in
      try MessageReading.forEachField(in: 0..<bytes.count, of: bytes) {
        (field) throws(WorkerError) in
        switch field.number {
        case Field.format: format = try MessageReading.string(field, bytes)
        case Field.password: password = try MessageReading.range(field)
        case Field.hasPassword: hasPassword = try MessageReading.number(field) != 0
        case Field.file: file = try MessageReading.range(field)
        case Field.isExport: isExport = try MessageReading.number(field) != 0
        case Field.tokens:
          tokens.append(try TokenMessage.token(in: MessageReading.range(field), of: bytes, arena))
        case Field.time: time = try MessageReading.number(field)
        default: break
        }
      }
    }
    self.init(
      format: format,
      password: hasPassword ? arena.secret(in: password) : nil,
      job: isExport ? .write(tokens) : .read(arena.secret(in: file)),
      time: UnixTime(clamping: Int64(clamping: time))
    )
  }
}
