// SPDX-License-Identifier: MIT

/// A hash of bytes that come piece by piece.
///
/// Its state is wiped when it ends, since the state of an HMAC's hash is as good as the key.
package protocol HashFunction: BitwiseCopyable {
  /// The length of the blocks that are hashed, in bytes: 128 at most.
  static var blockByteCount: Int { get }

  /// The length of the digest, in bytes: 64 at most.
  static var digestByteCount: Int { get }

  /// Starts with no bytes.
  init()

  /// Takes the next bytes.
  ///
  /// - Parameter bytes: any number of them.
  mutating func update(_ bytes: Span<UInt8>)

  /// Ends the hash and wipes its state; it is as new afterwards.
  ///
  /// - Parameter digest: where the digest goes: ``digestByteCount`` bytes, the most significant byte
  ///   of each word first.
  mutating func finish(into digest: inout MutableSpan<UInt8>)
}
