// SPDX-License-Identifier: MIT
import Secrets

/// What is done to each block of a hash.
package protocol CompressionFunction: BitwiseCopyable {
  /// The length of a block in bytes: 128 at most.
  static var blockByteCount: Int { get }
  /// The length of the digest in bytes.
  static var digestByteCount: Int { get }
  /// The length in bytes of the message's length at the end of the last block.
  static var lengthByteCount: Int { get }

  /// Starts with the first hash value.
  init()

  /// Takes whole blocks.
  ///
  /// - Parameter blocks: a multiple of ``blockByteCount`` bytes.
  mutating func compress(_ blocks: Span<UInt8>)

  /// Writes the hash value, the most significant byte of each word first.
  ///
  /// - Parameter digest: where it goes: ``digestByteCount`` bytes.
  func write(into digest: inout MutableSpan<UInt8>)

  /// Overwrites the hash value.
  mutating func wipe()
}

/// A hash of blocks, with padding and length at the end of the last one.
///
/// FIPS 180-4 §5.1, §5.2.
package struct BlockHash<Core: CompressionFunction>: HashFunction {
  package static var blockByteCount: Int { Core.blockByteCount }
  package static var digestByteCount: Int { Core.digestByteCount }

  private var core = Core()
  private var block = [128 of UInt8](repeating: 0)
  private var blockFill = 0
  private var byteCount: UInt64 = 0

  package init() {}

  package mutating func update(_ bytes: Span<UInt8>) {
    byteCount &+= UInt64(bytes.count)
    var start = 0
    if blockFill > 0 {
      start = min(bytes.count, Core.blockByteCount - blockFill)
      append(bytes.extracting(0..<start))
      guard blockFill == Core.blockByteCount else { return }
      compressBlock()
    }
    let whole = (bytes.count - start) / Core.blockByteCount * Core.blockByteCount
    // Whole blocks are hashed where they lie.
    core.compress(bytes.extracting(start..<(start + whole)))
    append(bytes.extracting((start + whole)..<bytes.count))
  }

  package mutating func finish(into digest: inout MutableSpan<UInt8>) {
    // A 1 bit, zeros, and the number of bits, the most significant byte first.
    block[blockFill] = 0x80
    blockFill += 1
    if blockFill > Core.blockByteCount - Core.lengthByteCount {
      while blockFill < Core.blockByteCount { appendZero() }
      compressBlock()
    }
    while blockFill < Core.blockByteCount - 8 { appendZero() }
    let bitCount = byteCount &<< 3
    for shift in stride(from: 56, through: 0, by: -8) {
      block[blockFill] = UInt8(truncatingIfNeeded: bitCount &>> UInt64(shift))
      blockFill += 1
    }
    compressBlock()
    core.write(into: &digest)
    core.wipe()
    var span = block.mutableSpan
    wipe(&span)
    self = Self()
  }

  private mutating func append(_ bytes: Span<UInt8>) {
    for index in bytes.indices {
      block[blockFill] = bytes[index]
      blockFill += 1
    }
  }

  private mutating func appendZero() {
    block[blockFill] = 0
    blockFill += 1
  }

  private mutating func compressBlock() {
    core.compress(block.span.extracting(0..<Core.blockByteCount))
    blockFill = 0
  }
}

/// Reads a word of a block, the most significant byte first.
@inline(__always)
func bigEndianWord<Word: FixedWidthInteger & BitwiseCopyable>(
  _ bytes: Span<UInt8>,
  at offset: Int
) -> Word {
  // Sound: the caller's blocks are whole, so that the word lies within the span.
  Word(bigEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Word.self))
}

/// Writes words, the most significant byte of each first.
func writeBigEndian<Word: FixedWidthInteger>(
  _ words: Span<Word>,
  into digest: inout MutableSpan<UInt8>
) {
  let wordByteCount = Word.bitWidth / 8
  for index in digest.indices {
    let shift = Word.bitWidth - 8 - index % wordByteCount * 8
    digest[index] = UInt8(truncatingIfNeeded: words[index / wordByteCount] &>> Word(shift))
  }
}

/// Overwrites the words of a hash's state.
@inline(__always)
func wipeWords<let count: Int, Word: BitwiseCopyable>(_ words: inout [count of Word]) {
  var span = words.mutableSpan
  wipe(&span)
}

/// Rotates a word to the right.
@inline(__always)
func rotated<Word: FixedWidthInteger>(_ word: Word, _ bitCount: Word) -> Word {
  (word &>> bitCount) | (word &<< (Word(Word.bitWidth) &- bitCount))
}
