// SPDX-License-Identifier: MIT
import Secrets
import Testing

/// A source that gives 1, 2, 3 and so on.
private struct Counting: Randomness {
  func fill(_ bytes: inout MutableSpan<UInt8>) {
    for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: index + 1) }
  }
}

private struct Refusal: Error, Equatable {}

@Suite("Guarded memory")
struct SecretBytesTests {
  private func array(_ bytes: borrowing SecretBytes) -> [UInt8] {
    let span = bytes.span
    return span.indices.map { index in span[index] }
  }

  @Test("holds what was written, and counts it", arguments: [0, 1, 15, 16, 17, 4096, 100_000])
  func holdsBytes(count: Int) {
    let bytes = SecretBytes(randomCount: count, from: Counting())
    #expect(bytes.count == count)
    #expect(array(bytes) == (0..<count).map { index in UInt8(truncatingIfNeeded: index + 1) })
    #expect(bytes.withBytes { span in span.count } == count)
  }

  @Test("counts what was written, not what could have been")
  func countsWritten() {
    let bytes = SecretBytes(capacity: 100) { output in output.append(7) }
    #expect(bytes.count == 1)
    #expect(array(bytes) == [7])
  }

  @Test("copies bytes")
  func copiesBytes() {
    let source: [UInt8] = [3, 1, 2]
    let bytes = SecretBytes(copying: source.span)
    #expect(array(bytes) == source)
  }

  @Test("passes on what its writer throws")
  func passesErrorsOn() {
    #expect(throws: Refusal.self) {
      _ = try SecretBytes(capacity: 8) { (output) throws(Refusal) in
        output.append(1)
        throw Refusal()
      }
    }
  }

  @Test("passes on what its reader throws")
  func passesReadersErrorsOn() {
    let bytes = SecretBytes(randomCount: 8, from: Counting())
    #expect(throws: Refusal.self) {
      try bytes.withBytes { (_) throws(Refusal) in throw Refusal() }
    }
  }

  @Test("takes no more than its capacity")
  func refusesOverflow() async {
    await #expect(processExitsWith: .failure) {
      _ = SecretBytes(capacity: 1) { output in
        output.append(1)
        output.append(2)
      }
    }
  }

  @Test("can be read as long as it lives")
  func canBeRead() async {
    await #expect(processExitsWith: .success) {
      let bytes = SecretBytes(randomCount: 32, from: Counting())
      let byte = bytes.withBytes { span in
        unsafe span.withUnsafeBufferPointer { buffer in unsafe buffer.first }
      }
      try #require(byte == 1)
    }
  }

  @Test("can't be written once it is sealed")
  func cannotBeWritten() async {
    await #expect(processExitsWith: .failure) {
      let bytes = SecretBytes(randomCount: 32, from: Counting())
      bytes.withBytes { span in
        unsafe span.withUnsafeBufferPointer { buffer in
          // The write is what must fail.
          guard let base = buffer.baseAddress else { return }
          unsafe UnsafeMutablePointer(mutating: base).pointee = 9
        }
      }
    }
  }

  @Test("can't be read once its owner has ended")
  func cannotBeReadAfterwards() async {
    await #expect(processExitsWith: .failure) {
      let address = addressOfEndedSecret()
      // The read is what must fail.
      let byte = unsafe UnsafePointer<UInt8>(bitPattern: address)?.pointee
      print(byte ?? 0)
    }
  }

  @Test("can't be read beyond its end")
  func cannotBeReadBeyondItsEnd() async {
    await #expect(processExitsWith: .failure) {
      let bytes = SecretBytes(randomCount: 32, from: Counting())
      bytes.withBytes { span in
        unsafe span.withUnsafeBufferPointer { buffer in
          // The read is what must fail: a guard page follows the last byte.
          guard let base = buffer.baseAddress else { return }
          print(unsafe (base + 32).pointee)
        }
      }
    }
  }
}

private func addressOfEndedSecret() -> UInt {
  let bytes = SecretBytes(randomCount: 32, from: Counting())
  return bytes.withBytes { span in
    unsafe span.withUnsafeBufferPointer { buffer in UInt(bitPattern: buffer.baseAddress) }
  }
}

@Suite("Secrets")
struct SecretTests {
  private static let bytes: [UInt8] = Array("JBSWY3DPEHPK3PXP".utf8)

  private func secret() -> Secret { Secret(SecretBytes(copying: Self.bytes.span)) }

  private func array(_ secret: Secret) -> [UInt8] {
    secret.withBytes { span in span.indices.map { index in span[index] } }
  }

  @Test("give their bytes to a closure alone")
  func giveBytes() {
    #expect(array(secret()) == Self.bytes)
    #expect(secret().count == 16)
  }

  @Test("are ranges of one arena, which lives as long as they do")
  func shareAnArena() {
    var arena: SecretArena? = SecretArena(SecretBytes(copying: Self.bytes.span))
    let first = arena?.secret(in: 0..<4)
    let last = arena?.secret(in: 12..<16)
    let none = arena?.secret(in: 16..<16)
    arena = nil
    #expect(first.map(array) == Array("JBSW".utf8))
    #expect(last.map(array) == Array("3PXP".utf8))
    #expect(none.map(array) == [])
  }

  @Test("lie within their arena", arguments: [(0, 17), (-1, 3), (17, 17)])
  func lieWithinArena(start: Int, end: Int) async {
    await #expect(processExitsWith: .failure) { [start = start as Int, end = end as Int] in
      let arena = SecretArena(SecretBytes(randomCount: 16, from: SystemRandomness()))
      print(arena.secret(in: start..<end).count)
    }
  }

  @Test("match by their bytes, wherever they lie")
  func matchByBytes() {
    let arena = SecretArena(SecretBytes(copying: (Self.bytes + Self.bytes + [0]).span))
    #expect(arena.secret(in: 0..<16).matches(secret()))
    #expect(arena.secret(in: 16..<32).matches(arena.secret(in: 0..<16)))
    #expect(!arena.secret(in: 1..<17).matches(secret()))
    #expect(!arena.secret(in: 0..<15).matches(secret()))
    #expect(!arena.secret(in: 16..<33).matches(secret()))
    #expect(arena.secret(in: 3..<3).matches(arena.secret(in: 0..<0)))
  }

  @Test("show nothing when printed, dumped, mirrored or put into a text")
  func showNothing() {
    let secret = secret()
    let holder = (name: "token", secret: secret)
    var texts = ["\(secret)", String(describing: secret), String(reflecting: secret), "\(holder)"]
    var dumped = ""
    dump(secret, to: &dumped)
    dump(holder, to: &dumped)
    dump([secret], to: &dumped)
    texts.append(dumped)
    for text in texts {
      #expect(text.contains("<secret>"))
      #expect(!text.contains("JBSW"))
      #expect(!text.contains("74, 66"))
      #expect(!text.lowercased().contains("0x"))
    }
    #expect(Mirror(reflecting: secret).children.isEmpty)
  }

  @Test("in an arena show nothing either")
  func arenaShowsNothing() {
    let arena = SecretArena(SecretBytes(copying: Self.bytes.span))
    var dumped = "\(arena)"
    dump(arena, to: &dumped)
    #expect(!dumped.contains("JBSW"))
    #expect(!dumped.contains("74"))
  }
}

@Suite("Wiping and comparing")
struct WipeTests {
  @Test("overwrites every element, of any width")
  func wipesElements() {
    var bytes = [UInt8](repeating: 0xA5, count: 33)
    var words = InlineArray<5, UInt64>(repeating: UInt64.max)
    var byteSpan = bytes.mutableSpan
    wipe(&byteSpan)
    var wordSpan = words.mutableSpan
    wipe(&wordSpan)
    #expect(bytes == [UInt8](repeating: 0, count: 33))
    #expect(words.indices.allSatisfy { index in words[index] == 0 })
  }

  @Test("takes nothing for nothing")
  func wipesNothing() {
    var bytes: [UInt8] = []
    var span = bytes.mutableSpan
    wipe(&span)
    #expect(bytes.isEmpty)
  }

  @Test(
    "compares length and bytes",
    arguments: [
      ([], [], true), ([1], [1], true), ([1, 2, 3], [1, 2, 3], true), ([1], [2], false),
      ([1, 2], [1], false), ([], [0], false), ([0], [], false), ([1, 2, 3], [1, 2, 4], false),
      ([0, 2, 3], [1, 2, 3], false),
    ] as [([UInt8], [UInt8], Bool)]
  )
  func compares(left: [UInt8], right: [UInt8], expected: Bool) {
    #expect(isEqualInConstantTime(left.span, right.span) == expected)
  }
}

@Suite("Randomness")
struct RandomnessTests {
  @Test("fills every byte and differs from time to time", arguments: [16, 24, 32, 1000])
  func fills(count: Int) {
    let first = SystemRandomness().bytes(count: count)
    let second = SystemRandomness().bytes(count: count)
    #expect(first.count == count)
    #expect(first != second)
    // That a byte stays 0 in forty fillings has a chance of 2⁻³²⁰.
    let fillings = (0..<40).map { _ in SystemRandomness().bytes(count: count) }
    #expect(first.indices.allSatisfy { index in fillings.contains { bytes in bytes[index] != 0 } })
  }

  @Test("gives no bytes when none are wanted")
  func fillsNothing() {
    #expect(SystemRandomness().bytes(count: 0).isEmpty)
  }
}
