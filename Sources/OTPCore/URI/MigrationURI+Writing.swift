// SPDX-License-Identifier: MIT
public import Secrets

/// Tokens in the form that Google Authenticator imports.
public struct MigrationExport: Sendable {
  /// A token that the form has no room for.
  public struct Rejection: Equatable, Sendable {
    /// Which of the given tokens it is, from 0.
    public let index: Int

    /// What stands in the way.
    public let reason: OTPError
  }

  /// ASCII, one for each QR code; as secret as the tokens are.
  public let uris: [Secret]

  /// What is not in them.
  public let rejections: [Rejection]
}

extension MigrationURI {
  /// How many tokens go into one URI, as in Google Authenticator's own exports.
  public static let batchCapacity = 10

  /// Writes tokens.
  ///
  /// - Parameters:
  ///   - tokens: what to write. The form knows decimal codes of six or eight digits and steps of
  ///     thirty seconds.
  ///   - exportID: a random number, the same in all parts of the export.
  /// - Returns: the URIs, and the tokens that have no place in them.
  public static func export(_ tokens: [Token], exportID: Int32) -> MigrationExport {
    var kept: [Token] = []
    var rejections: [MigrationExport.Rejection] = []
    for (index, token) in tokens.enumerated() {
      if let reason = obstacle(to: token) {
        rejections.append(MigrationExport.Rejection(index: index, reason: reason))
      } else {
        kept.append(token)
      }
    }
    let count = (kept.count + batchCapacity - 1) / batchCapacity
    let uris = (0..<count).map { index in
      let start = index * batchCapacity
      let batch = kept[start..<min(start + batchCapacity, kept.count)]
      let part = MigrationBatch.Part(index: index, count: count, exportID: exportID)
      return Secret(uri(of: batch, part: part))
    }
    return MigrationExport(uris: uris, rejections: rejections)
  }

  private static func obstacle(to token: Token) -> OTPError? {
    switch token.generator {
    case .steam: return .notExportable("type")
    case .totp(_, _, let period) where period != .thirtySeconds: return .notExportable("period")
    case .hotp(_, _, let counter) where counter.isSpent: return .counterSpent
    default: break
    }
    let digits = token.generator.codeLength
    return digits == 6 || digits == 8 ? nil : .notExportable("digits")
  }

  private static func uri(
    of tokens: ArraySlice<Token>,
    part: MigrationBatch.Part
  ) -> SecretBytes {
    let message = message(of: tokens, part: part)
    let base64 = SecretBytes(capacity: Base64.encodedCount(byteCount: message.count)) { output in
      Base64.append(message.span, to: &output)
    }
    let prefix: StaticString = "otpauth-migration://offline?data="
    let dataCount = PercentEncoding.encodedCount(base64.span)
    return SecretBytes(capacity: prefix.utf8CodeUnitCount + dataCount) { output in
      output.append(ascii: prefix)
      PercentEncoding.append(base64.span, to: &output)
    }
  }

  private static func message(
    of tokens: ArraySlice<Token>,
    part: MigrationBatch.Part
  ) -> SecretBytes {
    let exportID = UInt64(bitPattern: Int64(part.exportID))
    let partSize =
      ProtobufSize.field(Field.version, varint: 1)
      + ProtobufSize.field(Field.batchCount, varint: UInt64(part.count))
      + ProtobufSize.field(Field.batchIndex, varint: UInt64(part.index))
      + ProtobufSize.field(Field.exportID, varint: exportID)
    let tokensSize = tokens.reduce(0) { sum, token in
      sum + ProtobufSize.element(ofField: Field.token, byteCount: MigrationFields(token).byteCount)
    }
    return SecretBytes(capacity: tokensSize + partSize) { output in
      for token in tokens {
        let fields = MigrationFields(token)
        output.appendHeader(ofField: Field.token, byteCount: fields.byteCount)
        fields.append(to: &output)
      }
      output.appendField(Field.version, varint: 1)
      output.appendField(Field.batchCount, varint: UInt64(part.count))
      output.appendField(Field.batchIndex, varint: UInt64(part.index))
      output.appendField(Field.exportID, varint: exportID)
    }
  }
}

/// One token as the fields of an export.
private struct MigrationFields {
  private typealias Field = MigrationURI.TokenField

  private let secret: Secret
  private let name: String
  private let issuer: String
  private let algorithm: UInt64
  private let digits: UInt64
  private let type: UInt64
  private let counter: UInt64

  init(_ token: Token) {
    let label = token.label
    secret = token.secret
    issuer = label.issuer
    // The name repeats the issuer; without one, a colon keeps one in the account from parting it.
    let isPlain = label.issuer.isEmpty && !label.account.utf8.contains(UInt8(ascii: ":"))
    name = isPlain ? label.account : "\(label.issuer):\(label.account)"
    algorithm =
      switch token.generator.algorithm {
      case .sha1: 1
      case .sha256: 2
      case .sha512: 3
      }
    digits = token.generator.codeLength == 8 ? 2 : 1
    type = token.generator.counter == nil ? 2 : 1
    counter = token.generator.counter?.value ?? 0
  }

  var byteCount: Int {
    ProtobufSize.field(Field.secret, byteCount: secret.count)
      + ProtobufSize.field(Field.name, byteCount: name.utf8.count)
      + ProtobufSize.field(Field.issuer, byteCount: issuer.utf8.count)
      + ProtobufSize.field(Field.algorithm, varint: algorithm)
      + ProtobufSize.field(Field.digits, varint: digits)
      + ProtobufSize.field(Field.type, varint: type)
      + ProtobufSize.field(Field.counter, varint: counter)
  }

  func append(to output: inout OutputSpan<UInt8>) {
    secret.withBytes { bytes in output.appendField(Field.secret, bytes: bytes) }
    output.appendField(Field.name, string: name)
    output.appendField(Field.issuer, string: issuer)
    output.appendField(Field.algorithm, varint: algorithm)
    output.appendField(Field.digits, varint: digits)
    output.appendField(Field.type, varint: type)
    output.appendField(Field.counter, varint: counter)
  }
}
