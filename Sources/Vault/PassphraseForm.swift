// SPDX-License-Identifier: MIT
package import Secrets
// The tables of normalization are in every Swift program, for `==` of strings, and public nowhere else;
// `PassphraseFormTests` holds them against another implementation.
@_spi(_Unicode) import Swift

/// The form in which a passphrase is worked on: Unicode's normalization form C.
///
/// One keyboard writes é as one character and another as two, and nobody sees it. Text is taken apart
/// and put together in guarded memory; a string never holds more than two characters of it.
///
/// Unicode Standard Annex #15; sections 3.11 and 3.12 of the Unicode Standard.
package enum PassphraseForm {
  /// What lies before this is its own form, and begins a sequence.
  private static let firstWithDecomposition: UInt32 = 0xC0
  /// What lies before this joins nothing that stands before it.
  private static let firstThatJoins: UInt32 = 0x300
  /// The most characters that one becomes when it is taken apart.
  private static let mostParts = 4
  private static let scalarByteCount = 4

  /// Puts a passphrase into normalization form C.
  ///
  /// - Parameter passphrase: any bytes.
  /// - Returns: UTF-8, or `nil` for what is in the form already and for what is no UTF-8, which is used
  ///   as it is.
  package static func composed(_ passphrase: Span<UInt8>) -> Secret? {
    guard passphrase.indices.contains(where: { passphrase[$0] >= 0x80 }) else { return nil }
    var isText = true
    let capacity = passphrase.count * mostParts * scalarByteCount
    let scalars = SecretBytes(capacity: capacity) { output in
      isText = decompose(passphrase, into: &output)
      if isText { compose(&output) }
    }
    guard isText else { return nil }
    let composed = SecretBytes(capacity: scalars.count) { output in
      for index in 0..<(scalars.count / scalarByteCount) {
        guard let scalar = scalar(at: index, of: scalars.span) else { continue }
        guard let bytes = UTF8.encode(scalar) else { continue }
        for byte in bytes { output.append(byte) }
      }
    }
    let isSame = composed.withBytes { isEqualInConstantTime($0, passphrase) }
    return isSame ? nil : Secret(composed)
  }

  /// Takes text apart, and puts marks that stand on one character into their order.
  ///
  /// - Returns: whether the bytes are UTF-8.
  private static func decompose(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> Bool {
    var offset = 0
    while offset < text.count {
      guard let scalar = nextScalar(of: text, at: &offset) else { return false }
      guard scalar.value >= firstWithDecomposition else {
        append(scalar, to: &output)
        continue
      }
      for part in String(scalar)._nfd { append(part, to: &output) }
    }
    return true
  }

  /// Appends a character; a mark goes before those of a higher class.
  private static func append(_ scalar: Unicode.Scalar, to output: inout OutputSpan<UInt8>) {
    for shift in [0, 8, 16, 24] {
      output.append(UInt8(truncatingIfNeeded: scalar.value >> UInt32(shift)))
    }
    let order = combiningClass(scalar)
    guard order > 0 else { return }
    var place = output.count / scalarByteCount - 1
    while place > 0, let before = self.scalar(at: place - 1, of: output.span),
      combiningClass(before) > order
    {
      store(before, at: place, of: &output)
      place -= 1
    }
    store(scalar, at: place, of: &output)
  }

  /// Puts together what has a character of its own.
  private static func compose(_ scalars: inout OutputSpan<UInt8>) {
    let count = scalars.count / scalarByteCount
    var starter: Int?
    // The class of what stands between the starter and the present character; none at all is below
    // every class, and a class that is as high blocks.
    var between = -1
    var written = 0
    for index in 0..<count {
      guard let present = scalar(at: index, of: scalars.span) else { continue }
      let order = combiningClass(present)
      if let starter, between < order, let first = scalar(at: starter, of: scalars.span),
        let joined = composite(first, present)
      {
        store(joined, at: starter, of: &scalars)
        continue
      }
      if order == 0 {
        starter = written
        between = -1
      } else {
        between = order
      }
      store(present, at: written, of: &scalars)
      written += 1
    }
    scalars.removeLast(scalars.count - written * scalarByteCount)
  }

  /// The one character that two are the same as; two make a string that needs no memory of its own.
  private static func composite(
    _ first: Unicode.Scalar,
    _ second: Unicode.Scalar
  ) -> Unicode.Scalar? {
    guard second.value >= firstThatJoins else { return nil }
    var pair = String(first)
    pair.unicodeScalars.append(second)
    var joined = pair._nfc.makeIterator()
    let result = joined.next()
    return joined.next() == nil ? result : nil
  }

  private static func combiningClass(_ scalar: Unicode.Scalar) -> Int {
    guard scalar.value >= firstThatJoins else { return 0 }
    return Int(scalar.properties.canonicalCombiningClass.rawValue)
  }

  /// Characters lie as four bytes each, the lowest first.
  private static func scalar(at index: Int, of bytes: Span<UInt8>) -> Unicode.Scalar? {
    var value: UInt32 = 0
    for place in 0..<scalarByteCount {
      value |= UInt32(bytes[index * scalarByteCount + place]) << UInt32(8 * place)
    }
    return Unicode.Scalar(value)
  }

  private static func store(
    _ scalar: Unicode.Scalar,
    at index: Int,
    of output: inout OutputSpan<UInt8>
  ) {
    var bytes = output.mutableSpan
    for place in 0..<scalarByteCount {
      bytes[index * scalarByteCount + place] =
        UInt8(truncatingIfNeeded: scalar.value >> UInt32(8 * place))
    }
  }

  /// Reads one character of UTF-8 (RFC 3629 §4), or `nil` for bytes that are none.
  private static func nextScalar(of text: Span<UInt8>, at offset: inout Int) -> Unicode.Scalar? {
    let first = text[offset]
    let (count, least): (Int, UInt32)
    switch first {
    case ..<0x80: (count, least) = (1, 0)
    case 0xC2..<0xE0: (count, least) = (2, 0x80)
    case 0xE0..<0xF0: (count, least) = (3, 0x800)
    case 0xF0..<0xF5: (count, least) = (4, 0x1_0000)
    default: return nil
    }
    guard offset + count <= text.count else { return nil }
    var value = count == 1 ? UInt32(first) : UInt32(first) & (0x7F >> UInt32(count))
    for place in 1..<max(count, 1) {
      let byte = text[offset + place]
      guard byte & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    guard value >= least else { return nil }
    offset += count
    return Unicode.Scalar(value)
  }
}
