// SPDX-License-Identifier: MIT

/// What one QR code carries: its bytes, exactly as they were encoded.
public struct QRPayload: Hashable, Sendable {
  /// The bytes, in whatever encoding the code's maker chose.
  ///
  /// They may hold a secret. One thing is out of reach: where a code names its encoding (ECI, ISO/IEC
  /// 18004 §7.3.4.2), the readers have turned the bytes into UTF-8.
  public let bytes: [UInt8]

  /// Wraps the bytes of one code.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The bytes as text: UTF-8, which nearly all makers of codes write, where they are valid UTF-8; else
  /// Shift-JIS where that is likely, else Latin-1, the encoding that ISO/IEC 18004 gives to bytes by
  /// default.
  public var text: String {
    String(validating: bytes, as: UTF8.self) ?? ShiftJIS.text(bytes)
      ?? String(String.UnicodeScalarView(bytes.lazy.map { Unicode.Scalar($0) }))
  }
}
