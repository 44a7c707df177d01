// SPDX-License-Identifier: MIT
import Secrets

/// A keyed hash of a message that comes in pieces.
///
/// The key is taken in once. A copy of the value made before ``update(_:)`` starts another message
/// under the same key at no cost; whoever makes copies ends each with ``finish(into:)`` or
/// ``wipeState()``.
///
/// RFC 2104.
public struct HMAC<Hash: HashFunction>: Sendable {
  private var inner = Hash()
  private var outer = Hash()

  /// Takes in a key.
  ///
  /// - Parameter key: any number of bytes; more than a block are hashed first.
  public init(key: Span<UInt8>) {
    // Room for the largest block, SHA-512's.
    var pad = InlineArray<128, UInt8>(repeating: 0)
    var bytes = pad.mutableSpan
    if key.count > Hash.blockByteCount {
      var hash = Hash()
      hash.update(key)
      hash.finish(into: &bytes)
    } else {
      for index in key.indices { bytes[index] = key[index] }
    }
    for index in 0..<Hash.blockByteCount { bytes[index] ^= 0x36 }
    inner.update(bytes.span.extracting(first: Hash.blockByteCount))
    for index in 0..<Hash.blockByteCount { bytes[index] ^= 0x36 ^ 0x5C }
    outer.update(bytes.span.extracting(first: Hash.blockByteCount))
    wipe(&bytes)
  }

  /// Takes in the next bytes of the message.
  ///
  /// - Parameter bytes: any number of bytes.
  public mutating func update(_ bytes: Span<UInt8>) {
    inner.update(bytes)
  }

  /// Ends the message, writes its code, and wipes the state.
  ///
  /// - Parameter code: the first `Hash.digestByteCount` bytes are overwritten; fewer trap.
  public mutating func finish(into code: inout MutableSpan<UInt8>) {
    inner.finish(into: &code)
    outer.update(code.span.extracting(first: Hash.digestByteCount))
    outer.finish(into: &code)
  }

  /// Overwrites the state with zeros; the value is good for nothing afterwards.
  public mutating func wipeState() {
    inner.wipeState()
    outer.wipeState()
  }
}
