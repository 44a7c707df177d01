// SPDX-License-Identifier: MIT
public import OTPCore

/// Why a vault can't be opened, read, changed or written.
public enum VaultError: Error, Equatable, Sendable {
  /// A part of the file.
  public enum Part: String, Sendable {
    /// The length and the key slots, which are in clear.
    case header
    /// The sealed tokens.
    case payload
  }

  /// What was being done to a file when a system call failed.
  public enum Operation: String, Sendable {
    /// Making a folder.
    case makeFolder = "make"
    /// Opening a file.
    case open
    /// Reading it.
    case read
    /// Writing it, or making sure that it has been written.
    case write
    /// Putting it in the place of another.
    case replace
    /// Waiting for other writers.
    case lock
    /// Following a symbolic link.
    case follow
  }

  /// The file does not begin as vaults do.
  case notAVault
  /// The file has this version, or needs a cipher that this version does not know.
  case newerVersion
  /// The file ends too early: it has `byteCount` bytes.
  case truncated(byteCount: Int)
  /// A part of the file is not as it was written.
  case damaged(Part)
  /// The file, or what is to be written, has more bytes than a vault can have.
  case tooLarge(limit: Int)
  /// No key slot opens with the passphrase.
  case wrongPassphrase
  /// The vault has no key slot that a passphrase opens.
  case noPassphraseSlot
  /// No key slot opens with the passphrase, which is a recovery code with mistakes in these groups,
  /// counted from 1; none when it can't be told where.
  case mistypedRecoveryCode(groups: [Int])
  /// No key slot opens with the key file.
  case wrongKeyFile
  /// The vault has no key slot that a key file opens.
  case noKeyFileSlot
  /// The file has more key slots than a vault can have.
  case tooManySlots(limit: Int)
  /// The vault has as many key slots as it can have.
  case slotsFull(limit: Int)
  /// The passphrases of the vault together would cost more than is ever spent on trying one.
  case slotsTooCostly
  /// No key slot has this id.
  case noSlot
  /// The key slot is the only one that opens the vault.
  case lastSlot
  /// Another key slot has the name.
  case slotNameTaken(String)
  /// A key slot's name is empty, longer than `limit` bytes, or has control characters.
  case unusableSlotName(limit: Int)
  /// A key slot asks for more memory or work than is safe to spend on a stranger's word.
  case costOutOfRange(memoryByteCount: UInt64, operations: UInt64)
  /// The memory that a key slot asks for is not to be had.
  case outOfMemory(memoryByteCount: UInt64)
  /// Another vault is in the file since it was opened.
  case replacedMeanwhile
  /// A token of this label is there, with another secret or other codes.
  case labelTaken(Label)
  /// No token has this id.
  case noToken(TokenID)
  /// Several tokens have this id, so that it names none of them.
  case repeatedID(TokenID)
  /// A counter was asked of a token that has none.
  case noCounter
  /// The token's counter has run out.
  case counterSpent
  /// The token is beyond this version: of another kind, or with values out of its bounds.
  case unsupportedToken
  /// A vault is there already.
  case exists(path: String)
  /// The file may not be changed.
  case readOnly(path: String)
  /// The path leads to something that is no regular file.
  case notARegularFile(path: String)
  /// Others have kept the file locked for so many seconds.
  case locked(path: String, seconds: Int)
  /// The kernel's keyring can't be used.
  case noKeyring(errno: Int32)
  /// A system call failed.
  case system(Operation, path: String, errno: Int32)
}
