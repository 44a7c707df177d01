// SPDX-License-Identifier: MIT

/// Words that messages have in common.
package enum Words {
  /// Counts things.
  ///
  /// - Parameters:
  ///   - count: how many there are.
  ///   - noun: what one is called; an s makes it several.
  /// - Returns: `1 token`, `2 tokens`.
  package static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// Tells a size in the largest unit that loses nothing worth telling.
  ///
  /// - Parameter byteCount: the bytes.
  /// - Returns: whole MiB, KiB or bytes.
  package static func size(_ byteCount: UInt64) -> String {
    byteCount >= 1 << 20
      ? "\(byteCount >> 20) MiB"
      : byteCount >= 1 << 10 ? "\(byteCount >> 10) KiB" : "\(byteCount) bytes"
  }
}
