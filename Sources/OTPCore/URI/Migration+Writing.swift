// SPDX-License-Identifier: MIT
public import Secrets

extension Migration {
  /// Says what of a token Google's format has no room for.
  ///
  /// - Parameter token: the token.
  /// - Returns: the property, or `nil` when the token can be written.
  public static func obstacle(in token: Token) -> String? {
    switch token.generator {
    case .steam: return "type"
    case .totp(_, _, let period) where period != .thirtySeconds: return "period"
    case .hotp(_, _, let counter) where counter.isSpent || counter.value > UInt64(Int64.max):
      return "counter"
    case .totp(_, let digits, _), .hotp(_, let digits, _):
      return digits.count == 6 || digits.count == 8 ? nil : "digits"
    }
  }

  /// Writes an export in parts of ten tokens.
  ///
  /// - Parameters:
  ///   - tokens: the tokens, one at least.
  ///   - id: what the parts are to have in common.
  /// - Returns: the parts' URIs as ASCII, in guarded memory.
  /// - Throws: ``OTPError/notRepresentable(_:)`` for the first token that ``obstacle(in:)`` names
  ///   something of.
  public static func uris(of tokens: [Token], id: Int32) throws(OTPError) -> [Secret] {
    for token in tokens {
      if let obstacle = obstacle(in: token) { throw .notRepresentable(obstacle) }
    }
    let size = (tokens.count + batchCapacity - 1) / batchCapacity
    var uris: [Secret] = []
    for index in 0..<size {
      let part = tokens[(index * batchCapacity)...].prefix(batchCapacity)
      uris.append(uri(of: part, Batch(size: size, index: index, id: id)))
    }
    return uris
  }

  private static func uri(of tokens: ArraySlice<Token>, _ batch: Batch) -> Secret {
    var capacity = 64
    for token in tokens { capacity += byteCount(of: token) + 16 }
    let message = SecretBytes(capacity: capacity) { output in
      for token in tokens {
        output.appendHeader(ofField: Field.token, byteCount: byteCount(of: token))
        append(token, to: &output)
      }
      output.appendField(Field.version, varint: 1)
      output.appendField(Field.batchSize, varint: UInt64(batch.size))
      output.appendField(Field.batchIndex, varint: UInt64(batch.index))
      // A negative number is written with all its 64 bits.
      output.appendField(Field.batchID, varint: UInt64(bitPattern: Int64(batch.id)))
    }
    return Secret(
      SecretBytes(capacity: message.count * 4 + 64) { output in
        output.append(contentsOf: "\(scheme)://offline?data=".utf8.span)
        Base64.encode(message.span) { character in
          switch character {
          case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="):
            PercentEncoding.encode(character, into: &output)
          default:
            output.append(character)
          }
        }
      }
    )
  }

  private static func byteCount(of token: Token) -> Int {
    var count = ProtobufSize.field(TokenField.secret, byteCount: token.secret.count)
    count += ProtobufSize.field(TokenField.name, byteCount: token.label.account.utf8.count)
    count += ProtobufSize.field(TokenField.issuer, byteCount: token.label.issuer.utf8.count)
    for (field, value) in integers(of: token.generator) {
      count += ProtobufSize.field(field, varint: value)
    }
    return count
  }

  private static func append(_ token: Token, to output: inout OutputSpan<UInt8>) {
    token.secret.withBytes { output.appendField(TokenField.secret, bytes: $0) }
    output.appendField(TokenField.name, string: token.label.account)
    output.appendField(TokenField.issuer, string: token.label.issuer)
    for (field, value) in integers(of: token.generator) {
      output.appendField(field, varint: value)
    }
  }

  private static func integers(of generator: Generator) -> [(field: Int, value: UInt64)] {
    let algorithm: UInt64 =
      switch generator.algorithm {
      case .sha1: 1
      case .sha256: 2
      case .sha512: 3
      }
    return [
      (TokenField.algorithm, algorithm), (TokenField.digits, generator.codeLength == 8 ? 2 : 1),
      (TokenField.type, generator.counter == nil ? 2 : 1),
      (TokenField.counter, generator.counter?.value ?? 0),
    ]
  }
}
