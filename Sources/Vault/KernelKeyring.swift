// SPDX-License-Identifier: MIT
import CLinux
import Glibc
package import OTPCore
import Secrets

/// The keyring that the kernel keeps for a user: memory that no other user reads, and that is never
/// swapped.
///
/// Each vault's key has the name `totp:` and the vault's id in hexadecimal. Its permissions go by the user
/// alone and not by possession, which depends on session keyrings: all of the user's processes find it, and
/// none that has become another user's. Nobody can change its time or its permissions.
///
/// user-keyring(7), keyctl(2)
package struct KernelKeyring: Sendable {
  private static let prefix = "totp:"
  private static let longestDescription = 4096

  /// Makes the keyring of the user whom the process belongs to.
  package init() {}

  /// Looks for the key of a vault.
  ///
  /// - Parameter vaultID: 16 bytes.
  /// - Returns: the key, or `nil` when there is none, or its time is over.
  /// - Throws: ``VaultError/noKeyring(errno:)``.
  package func key(of vaultID: [UInt8]) throws(VaultError) -> UnlockedKey? {
    guard let number = try Self.find(vaultID) else { return nil }
    var failure: Int32?
    // One byte more than a key of ours has tells those of others.
    let bytes = SecretBytes(capacity: UnlockedKey.byteCount + 1) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, initializedCount in
        // The kernel writes no more than the buffer's count, and says how much there is.
        let count = unsafe linux_key_read(number, buffer.baseAddress, buffer.count)
        if count < 0 { failure = errno }
        initializedCount = max(0, min(count, buffer.count))
      }
    }
    if let failure {
      // It may go away between the two calls.
      guard Self.meansGone(failure) else { throw .noKeyring(errno: failure) }
      return nil
    }
    return UnlockedKey(decoding: SecretArena(bytes))
  }

  /// Leaves the key of a vault, in the place of one that is there.
  ///
  /// Its time and its permissions are set before anybody can find it.
  ///
  /// - Parameters:
  ///   - key: the key, and when it is to go away; the kernel sees to that.
  ///   - vaultID: 16 bytes.
  ///   - time: now.
  /// - Throws: ``VaultError/noKeyring(errno:)``.
  package func keep(
    _ key: UnlockedKey,
    of vaultID: [UInt8],
    at time: UnixTime
  ) throws(VaultError) {
    let number = key.encoded().withBytes { bytes in
      // The pointers are good for the call, and the kernel copies what they lead to.
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe linux_key_add(Self.description(vaultID), bytes.baseAddress, bytes.count)
      }
    }
    guard number >= 0 else { throw .noKeyring(errno: errno) }
    // A key that is still there would be updated by the next one, which its permissions forbid.
    defer { linux_key_release(number) }
    // The kernel takes 0 for no end.
    let seconds = key.until.map { UInt32(clamping: max(1, $0.seconds - time.seconds)) } ?? 0
    guard
      linux_key_set_timeout(number, seconds) == 0,
      linux_key_set_permissions(number, linux_key_permissions) == 0,
      linux_key_link(number) == 0
    else { throw .noKeyring(errno: errno) }
  }

  /// Takes the key of a vault away.
  ///
  /// - Parameter vaultID: 16 bytes.
  /// - Returns: whether there was one.
  /// - Throws: ``VaultError/noKeyring(errno:)``.
  @discardableResult
  package func forget(_ vaultID: [UInt8]) throws(VaultError) -> Bool {
    guard let number = try Self.find(vaultID) else { return false }
    try Self.remove(number)
    return true
  }

  /// Takes the keys of all vaults away.
  ///
  /// - Returns: how many there were.
  /// - Throws: ``VaultError/noKeyring(errno:)``.
  package func forgetAll() throws(VaultError) -> Int {
    var count = 0
    for number in try Self.numbers() where Self.isOurs(number) {
      try Self.remove(number)
      count += 1
    }
    return count
  }

  private static func description(_ vaultID: [UInt8]) -> String {
    prefix + hexadecimal(vaultID)
  }

  private static func find(_ vaultID: [UInt8]) throws(VaultError) -> Int32? {
    // The string is good for the call.
    let number = unsafe linux_key_find(description(vaultID))
    guard number < 0 else { return number }
    let failure = errno
    guard meansGone(failure) else { throw .noKeyring(errno: failure) }
    return nil
  }

  /// Whether an error says that a key is not there any more, or never was.
  private static func meansGone(_ failure: Int32) -> Bool {
    [ENOKEY, EKEYEXPIRED, EKEYREVOKED].contains(failure)
  }

  private static func remove(_ number: Int32) throws(VaultError) {
    // Revoking takes a permission that nobody has; an invalid key is found no more, and is unlinked
    // by the kernel's own collector, but later.
    let isInvalid = linux_key_invalidate(number) == 0
    let failure = errno
    let isUnlinked = linux_key_unlink(number) == 0
    guard isInvalid || isUnlinked || meansGone(failure) else {
      throw .noKeyring(errno: failure)
    }
  }

  private static func numbers() throws(VaultError) -> [Int32] {
    var numbers: [Int32] = []
    while true {
      let size = numbers.count * MemoryLayout<Int32>.size
      // The array has as many bytes.
      let needed = unsafe linux_user_keyring_read(&numbers, size)
      guard needed >= 0 else { throw .noKeyring(errno: errno) }
      let count = needed / MemoryLayout<Int32>.size
      guard count > numbers.count else { return Array(numbers[..<count]) }
      numbers = [Int32](repeating: 0, count: count)
    }
  }

  /// A key whose description can't be read is not ours: our keys let the user view them.
  private static func isOurs(_ number: Int32) -> Bool {
    var text = [UInt8](repeating: 0, count: longestDescription)
    // The array is as long as the count says.
    let count = unsafe linux_key_describe(number, &text, text.count)
    guard count > 0, count <= text.count else { return false }
    let fields = text[..<(count - 1)].split(
      separator: UInt8(ascii: ";"),
      maxSplits: 4,
      omittingEmptySubsequences: false
    )
    return fields.count == 5 && fields[0].elementsEqual("user".utf8)
      && fields[4].starts(with: prefix.utf8)
  }
}
