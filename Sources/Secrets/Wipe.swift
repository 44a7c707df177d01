// SPDX-License-Identifier: MIT
import CSodium

/// Overwrites memory with zeros in a way that no optimiser removes.
///
/// - Parameter span: what to overwrite.
///
/// libsodium: `sodium_memzero`.
public func wipe<Element: BitwiseCopyable>(_ span: inout MutableSpan<Element>) {
  unsafe span.withUnsafeMutableBytes { bytes in
    // The pointer is good for `count` bytes within this closure; an empty span has none.
    guard let base = bytes.baseAddress else { return }
    unsafe sodium_memzero(base, bytes.count)
  }
}

/// Tells whether two byte sequences are the same, in a time that depends on their lengths alone.
///
/// - Parameters:
///   - left: one sequence.
///   - right: the other.
/// - Returns: `true` when length and bytes are the same.
///
/// libsodium: `sodium_memcmp`.
public func isEqualInConstantTime(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
  guard left.count == right.count else { return false }
  return unsafe left.withUnsafeBytes { left in
    unsafe right.withUnsafeBytes { right in
      // Both pointers are good for the count within these closures; empty spans have none.
      guard let left = left.baseAddress, let rightBase = right.baseAddress else { return true }
      return unsafe sodium_memcmp(left, rightBase, right.count) == 0
    }
  }
}
