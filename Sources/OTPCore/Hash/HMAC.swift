// SPDX-License-Identifier: MIT
import Secrets

/// A keyed hash.
///
/// Both pads are hashed when the key is set, and the states kept: a copy of a keyed value
/// authenticates the next message without hashing the key again. ``finish(into:)`` wipes; of a copy
/// that is not finished, ``wipeState()`` does.
///
/// RFC 2104.
package struct HMAC<Hash: HashFunction> {
  private var inner = Hash()
  private var outer = Hash()

  /// Sets the key.
  ///
  /// - Parameter key: any number of bytes; more than a block are hashed first.
  package init(key: Span<UInt8>) {
    var pad = [128 of UInt8](repeating: 0)
    if key.count > Hash.blockByteCount {
      var hash = Hash()
      hash.update(key)
      var span = pad.mutableSpan
      var digest = span._mutatingExtracting(0..<Hash.digestByteCount)
      hash.finish(into: &digest)
    } else {
      for index in key.indices { pad[index] = key[index] }
    }
    for index in 0..<Hash.blockByteCount { pad[index] ^= 0x36 }
    inner.update(pad.span.extracting(0..<Hash.blockByteCount))
    for index in 0..<Hash.blockByteCount { pad[index] ^= 0x36 ^ 0x5C }
    outer.update(pad.span.extracting(0..<Hash.blockByteCount))
    wipeWords(&pad)
  }

  /// Takes the next bytes of the message.
  ///
  /// - Parameter bytes: any number of them.
  package mutating func update(_ bytes: Span<UInt8>) {
    inner.update(bytes)
  }

  /// Ends the message and wipes the key's traces.
  ///
  /// - Parameter code: where the authentication code goes: as many bytes as the hash's digest.
  package mutating func finish(into code: inout MutableSpan<UInt8>) {
    inner.finish(into: &code)
    outer.update(code.span)
    outer.finish(into: &code)
  }

  /// Wipes the key's traces of a value that is not finished.
  package mutating func wipeState() {
    var spare = [64 of UInt8](repeating: 0)
    var span = spare.mutableSpan
    var digest = span._mutatingExtracting(0..<Hash.digestByteCount)
    inner.finish(into: &digest)
    outer.finish(into: &digest)
  }
}

extension Algorithm {
  /// The length of an authentication code in bytes: 20, 32 or 64.
  package var digestByteCount: Int {
    switch self {
    case .sha1: SHA1.digestByteCount
    case .sha256: SHA256.digestByteCount
    case .sha512: SHA512.digestByteCount
    }
  }

  /// Computes an HMAC with the hash of this name.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - key: the key.
  ///   - code: where the authentication code goes: ``digestByteCount`` bytes.
  package func authenticate(
    _ message: Span<UInt8>,
    key: Span<UInt8>,
    into code: inout MutableSpan<UInt8>
  ) {
    switch self {
    case .sha1: Self.authenticate(SHA1.self, message, key, &code)
    case .sha256: Self.authenticate(SHA256.self, message, key, &code)
    case .sha512: Self.authenticate(SHA512.self, message, key, &code)
    }
  }

  private static func authenticate<Hash: HashFunction>(
    _: Hash.Type,
    _ message: Span<UInt8>,
    _ key: Span<UInt8>,
    _ code: inout MutableSpan<UInt8>
  ) {
    var hmac = HMAC<Hash>(key: key)
    hmac.update(message)
    hmac.finish(into: &code)
  }
}
