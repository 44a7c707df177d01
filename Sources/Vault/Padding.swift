// SPDX-License-Identifier: MIT

/// How long a payload is made, so that a vault's size does not tell how many tokens are in it.
///
/// Padmé: Nikitin et al., "Reducing Metadata Leakage from Encrypted Files and Communication with
/// PURBs", 2019, §4: it tells O(log log L) bits of a length and costs 12 % at most.
package enum Padding {
  /// A 1 bit after the payload, and zeros after that: ISO/IEC 7816-4.
  package static let mark: UInt8 = 0x80

  /// So long are the payloads of all small vaults, in bytes.
  package static let least = 1024

  /// How long a payload is made.
  ///
  /// - Parameter byteCount: its length, and one byte for the mark, is what has to have room.
  /// - Returns: the length with padding, in bytes.
  package static func paddedByteCount(for byteCount: Int) -> Int {
    let length = byteCount + 1
    guard length > least else { return least }
    let exponent = Int.bitWidth - 1 - length.leadingZeroBitCount
    let exponentBits = Int.bitWidth - exponent.leadingZeroBitCount
    let mask = (1 << (exponent - exponentBits)) - 1
    return (length + mask) & ~mask
  }

  /// Finds the end of a padded payload.
  ///
  /// - Parameter bytes: the payload with its padding.
  /// - Returns: the payload's length, or `nil` when there is no mark.
  package static func unpaddedByteCount(of bytes: Span<UInt8>) -> Int? {
    var end = bytes.count
    while end > 0 && bytes[end - 1] == 0 { end -= 1 }
    guard end > 0, bytes[end - 1] == mark else { return nil }
    return end - 1
  }
}
