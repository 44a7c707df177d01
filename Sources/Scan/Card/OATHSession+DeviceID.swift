// SPDX-License-Identifier: MIT
import OTPCore

extension OATHSession {
  /// The device id as Yubico's programs write it: the first 16 bytes of its SHA-256, in Base64 without
  /// padding.
  ///
  /// It tells keys apart, and a key from itself before a reset, and gives the access key's salt not
  /// away.
  public var deviceIDText: String {
    var hash = SHA256()
    hash.update(deviceID.span)
    let digest = [UInt8](capacity: SHA256.digestByteCount) { output in
      output.append(repeating: 0, count: SHA256.digestByteCount)
      var bytes = output.mutableSpan
      hash.finish(into: &bytes)
    }
    let text = [UInt8](capacity: Base64.encodedCount(byteCount: 16)) { output in
      Base64.append(digest.span.extracting(first: 16), to: &output)
    }
    return String(decoding: text.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
  }
}
