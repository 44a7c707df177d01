// SPDX-License-Identifier: MIT

/// Guarded memory that several secrets share.
///
/// Ten thousand tokens are one allocation: each ``Secret`` is a range in it, and the last one out
/// wipes.
public final class SecretArena: Sendable {
  private let storage: SecretBytes

  /// Takes over guarded memory.
  ///
  /// - Parameter storage: the bytes; this arena owns them from now on.
  public init(_ storage: consuming SecretBytes) {
    self.storage = storage
  }

  /// The number of bytes.
  public var count: Int { storage.count }

  /// Calls a closure with all bytes.
  ///
  /// - Parameter body: reads the bytes; they must not be kept.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws.
  public func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withBytes(body)
  }

  /// Makes a secret of a part of the arena, without copying it.
  ///
  /// - Parameter range: which bytes, within `0..<count`.
  /// - Returns: the secret; it keeps the arena alive.
  public func secret(in range: Range<Int>) -> Secret {
    Secret(arena: self, range: range)
  }
}

/// A secret that can sit in a copyable value and can't be shown.
///
/// It is a range in a ``SecretArena``. Printing or mirroring it tells nothing, and it has no `==`:
/// ``matches(_:)`` compares in constant time.
public struct Secret: Sendable, CustomStringConvertible, CustomReflectable {
  private let arena: SecretArena
  private let range: Range<Int>

  /// Makes a secret of a part of an arena.
  ///
  /// - Parameters:
  ///   - arena: where the bytes are.
  ///   - range: which bytes; outside of the arena is a programmer's error.
  init(arena: SecretArena, range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= arena.count,
      "a secret lies in its arena"
    )
    self.arena = arena
    self.range = range
  }

  /// Makes a secret with an arena of its own.
  ///
  /// - Parameter bytes: the bytes; the secret owns them from now on.
  public init(_ bytes: consuming SecretBytes) {
    let count = bytes.count
    self.init(arena: SecretArena(bytes), range: 0..<count)
  }

  /// The number of bytes.
  public var count: Int { range.count }

  /// Makes a secret of a part of this one, without copying it.
  ///
  /// - Parameter part: which bytes, within `0..<count`.
  /// - Returns: the part; it keeps the arena alive.
  public func part(_ part: Range<Int>) -> Secret {
    precondition(part.lowerBound >= 0 && part.upperBound <= count, "a part lies in its secret")
    let start = range.lowerBound
    return Secret(arena: arena, range: (start + part.lowerBound)..<(start + part.upperBound))
  }

  /// Calls a closure with the bytes.
  ///
  /// - Parameter body: reads the bytes; they must not be kept.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws.
  public func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try arena.withBytes { (bytes) throws(Failure) in
      try body(bytes.extracting(range))
    }
  }

  /// Tells whether two secrets hold the same bytes, in a time that depends on the length alone.
  ///
  /// - Parameter other: what to compare with.
  /// - Returns: `true` when length and bytes are the same.
  public func matches(_ other: Secret) -> Bool {
    withBytes { own in
      other.withBytes { others in isEqualInConstantTime(own, others) }
    }
  }

  /// Always `<secret>`.
  public var description: String { "<secret>" }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
