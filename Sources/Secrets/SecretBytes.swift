// SPDX-License-Identifier: MIT
import CSodium

/// Bytes in guarded memory, owned by one place at a time.
///
/// The memory has a guard page on either side, is locked into RAM as far as the limit allows, is
/// read-only once written, and is wiped and unmapped when its owner ends. A noncopyable type can't
/// be printed, encoded, compared or collected by accident.
///
/// libsodium: `sodium_malloc`, `sodium_mprotect_readonly`, `sodium_free`.
@safe
public struct SecretBytes: ~Copyable, @unchecked Sendable {
  // Sendable is sound: nothing writes to the memory after `init`.
  private let base: UnsafeMutablePointer<UInt8>

  /// The number of bytes.
  public let count: Int

  /// Allocates guarded memory and lets a closure write into it, in place.
  ///
  /// - Parameters:
  ///   - capacity: how many bytes can be written, 0 or more; writing more traps.
  ///   - write: appends the bytes; how many it appended becomes ``count``.
  /// - Throws: what `write` throws; the memory has been wiped by then.
  ///
  /// libsodium: `sodium_malloc`.
  public init<Failure: Error>(
    capacity: Int,
    writtenBy write: (inout OutputSpan<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    let base = unsafe allocateGuarded(byteCount: capacity)
    // The buffer is the allocation just made, and nothing else refers to it.
    let buffer = unsafe UnsafeMutableBufferPointer(start: base, count: capacity)
    var output = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
    do throws(Failure) {
      try write(&output)
    } catch {
      // Nothing refers to the memory any more; freeing it wipes it.
      _ = unsafe output.finalize(for: buffer)
      unsafe sodium_free(base)
      throw error
    }
    count = unsafe output.finalize(for: buffer)
    unsafe self.base = base
    unsafe sodium_mprotect_readonly(base)
  }

  /// Copies bytes into guarded memory.
  ///
  /// - Parameter bytes: what to copy; the caller wipes its own.
  public init(copying bytes: Span<UInt8>) {
    self.init(capacity: bytes.count) { output in
      for index in bytes.indices { output.append(bytes[index]) }
    }
  }

  /// Fills guarded memory from a source of randomness.
  ///
  /// - Parameters:
  ///   - count: how many bytes.
  ///   - randomness: where they come from.
  public init(randomCount count: Int, from randomness: any Randomness) {
    self.init(capacity: count) { output in
      output.append(repeating: 0, count: count)
      var bytes = output.mutableSpan
      randomness.fill(&bytes)
    }
  }

  /// The bytes, for as long as this value is borrowed.
  public var span: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      // `base` is alive and holds `count` initialised bytes as long as `self` is.
      let span = unsafe Span(_unsafeStart: base, count: count)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// Calls a closure with the bytes.
  ///
  /// - Parameter body: reads the bytes; they must not be kept.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws.
  public borrowing func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(span)
  }

  deinit {
    unsafe sodium_free(base)
  }
}

/// Whether libsodium is ready; asking makes it so, once.
private let isSodiumReady = sodium_init() >= 0

/// Allocates wiped, guarded, locked memory.
///
/// This is the one place where the program may stop dead: without memory to guard a secret in there
/// is nothing right to do.
private func allocateGuarded(byteCount: Int) -> UnsafeMutablePointer<UInt8> {
  precondition(isSodiumReady, "libsodium failed to start")
  guard let base = unsafe sodium_malloc(max(byteCount, 1)) else {
    fatalError("no guarded memory for \(byteCount) bytes")
  }
  return unsafe base.bindMemory(to: UInt8.self, capacity: max(byteCount, 1))
}
