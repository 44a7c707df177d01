// SPDX-License-Identifier: MIT

/// The packing of GIF (GIF89a Appendix F): codes of growing length, each for a run of bytes that is
/// another run and one byte more.
enum LZW {
  private static let mostCodes = 4096

  /// Unpacks bytes.
  ///
  /// - Parameters:
  ///   - blocks: the packed bytes, least significant bit first.
  ///   - bytes: the file that they are in.
  ///   - rootSize: the bits of a byte that is unpacked, 1 to 8.
  ///   - count: how many bytes there should be.
  /// - Returns: at most `count` bytes; fewer when the packed ones end or make no sense.
  static func unpacked(
    _ blocks: GIFBlocks,
    in bytes: Span<UInt8>,
    rootSize: Int,
    count: Int
  ) -> [UInt8] {
    var blocks = blocks
    let clear = 1 << rootSize
    let end = clear + 1
    // A run lies in what has been unpacked already: where it begins, and how long it is.
    var starts = [Int](repeating: 0, count: mostCodes)
    var lengths = [Int](repeating: 1, count: mostCodes)
    var unpacked: [UInt8] = []
    unpacked.reserveCapacity(min(count, bytes.count * 64))
    var (next, size) = (end + 1, rootSize + 1)
    var previous: (start: Int, length: Int)?
    var (bits, bitCount) = (0, 0)
    while unpacked.count < count {
      while bitCount < size {
        guard let byte = blocks.next(in: bytes) else { return unpacked }
        bits |= byte << bitCount
        bitCount += 8
      }
      let code = bits & (1 << size - 1)
      bits >>= size
      bitCount -= size
      if code == end { return unpacked }
      if code == clear {
        (next, size, previous) = (end + 1, rootSize + 1, nil)
        continue
      }
      let start = unpacked.count
      if code < clear {
        unpacked.append(UInt8(code))
      } else {
        // The newest code may be used at once: it is the run before it and that one's first byte.
        guard let previous, code <= next else { return unpacked }
        let run =
          code < next ? (starts[code], lengths[code]) : (previous.start, previous.length + 1)
        for offset in 0..<min(run.1, count - start) { unpacked.append(unpacked[run.0 + offset]) }
      }
      if let previous, next < mostCodes {
        starts[next] = previous.start
        lengths[next] = previous.length + 1
        next += 1
        if next == 1 << size, size < 12 { size += 1 }
      }
      previous = (start, unpacked.count - start)
    }
    return unpacked
  }
}
