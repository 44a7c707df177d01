// SPDX-License-Identifier: MIT

/// Random numbers that a seed repeats, so that a failure can be had again.
///
/// SplitMix64 (Steele, Lea, Flood, 2014).
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Makes a generator.
  ///
  /// - Parameter seed: what the numbers depend on.
  package init(seed: UInt64) {
    state = seed
  }

  /// Makes the next number.
  ///
  /// - Returns: 64 random bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Makes random bytes.
  ///
  /// - Parameter count: how many.
  /// - Returns: the bytes.
  package mutating func bytes(count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }

  /// Damages bytes in one to four places: changed, dropped, inserted, or a part of them repeated.
  ///
  /// - Parameter bytes: what to damage.
  /// - Returns: the damaged bytes.
  package mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &self) {
      let place = Int.random(in: 0...bytes.count, using: &self)
      let byte = UInt8.random(in: 0...255, using: &self)
      switch Int.random(in: 0..<5, using: &self) {
      case 0 where place < bytes.count: bytes[place] = byte
      case 1 where place < bytes.count: bytes[place] ^= 1 << (byte & 7)
      case 2 where place < bytes.count: bytes.removeSubrange(place..<min(place + 4, bytes.count))
      case 3: bytes.insert(contentsOf: bytes.prefix(Int(byte)), at: place)
      default: bytes.insert(byte, at: place)
      }
    }
    return bytes
  }
}
