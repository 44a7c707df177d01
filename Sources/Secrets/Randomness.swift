// SPDX-License-Identifier: MIT
import CSodium

/// A source of random bytes, passed in so that a test can choose them.
public protocol Randomness: Sendable {
  /// Overwrites every byte with a random one.
  ///
  /// - Parameter bytes: what to overwrite.
  func fill(_ bytes: inout MutableSpan<UInt8>)
}

/// The kernel's random bytes.
///
/// libsodium: `randombytes_buf`.
public struct SystemRandomness: Randomness {
  /// Makes the source.
  public init() {}

  /// Overwrites every byte with a random one.
  ///
  /// - Parameter bytes: what to overwrite.
  public func fill(_ bytes: inout MutableSpan<UInt8>) {
    unsafe bytes.withUnsafeMutableBytes { buffer in
      // The pointer is good for `count` bytes within this closure; an empty span has none.
      guard let base = buffer.baseAddress else { return }
      unsafe randombytes_buf(base, buffer.count)
    }
  }
}

extension Randomness {
  /// Makes an array of random bytes, for what is no secret: ids, salts and nonces.
  ///
  /// - Parameter count: how many bytes.
  /// - Returns: the bytes.
  public func bytes(count: Int) -> [UInt8] {
    [UInt8](capacity: count) { output in
      output.append(repeating: 0, count: count)
      var bytes = output.mutableSpan
      fill(&bytes)
    }
  }
}
