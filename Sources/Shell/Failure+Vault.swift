// SPDX-License-Identifier: MIT
import Glibc
import OTPCore
package import Vault

extension Failure {
  /// Puts the vault's errors into words.
  ///
  /// - Parameter error: what went wrong.
  package init(_ error: VaultError) {
    switch error {
    case .notAVault:
      self.init(.vaultUnreadable, "the file is no totp vault")
    case .newerVersion:
      self.init(
        .vaultUnreadable,
        "the vault was made by a newer version of totp",
        hints: ["a newer totp opens it; nothing was changed"]
      )
    case .truncated(let byteCount):
      self.init(
        .vaultUnreadable,
        byteCount == 0
          ? "the vault file is empty" : "the vault is cut short: only \(byteCount) bytes are left",
        hints: [Self.backupHint]
      )
    case .damaged(let part):
      self.init(
        .vaultUnreadable,
        "the vault is damaged (in its \(part.rawValue))",
        hints: [Self.backupHint]
      )
    case .tooLarge(let limit):
      self.init(.vaultUnreadable, "the vault is larger than \(limit >> 20) MiB")
    case .wrongPassphrase:
      self.init(.locked, "wrong passphrase")
    case .noPassphraseSlot:
      self.init(
        .locked,
        "no passphrase opens this vault: it has other kinds of key slots only",
        hints: ["\"totp vault slot list\" lists them; --key-file F gives a key file"]
      )
    case .mistypedRecoveryCode(let groups):
      self.init(.locked, Self.words(forMistypedGroups: groups))
    case .wrongKeyFile:
      self.init(.locked, "the key file is another one: it opens no key slot")
    case .noKeyFileSlot:
      self.init(
        .locked,
        "no key file opens this vault",
        hints: ["\"totp vault slot list\" lists what does"]
      )
    case .tooManySlots(let limit):
      self.init(.vaultUnreadable, "the vault has more than \(limit) key slots")
    case .slotsFull(let limit):
      self.init(
        .failed,
        "the vault has \(limit) key slots, and no room for another",
        hints: ["\"totp vault slot rm\" removes one"]
      )
    case .slotsTooCostly:
      self.init(
        .failed,
        "the passphrases of the vault together would cost more than is ever spent on a wrong one",
        hints: ["--kdf interactive costs less"]
      )
    case .noSlot:
      self.init(.noMatch, "the key slot is gone")
    case .lastSlot:
      self.init(
        .failed,
        "no other key slot opens the vault, so it is kept",
        hints: ["\"totp vault slot add\" makes another one first"]
      )
    case .slotNameTaken(let name):
      self.init(.failed, "there is a key slot \"\(name)\" already")
    case .unusableSlotName(let limit):
      self.init(.usage, "a key slot's name is 1 to \(limit) bytes of text on one line")
    case .costOutOfRange(let memoryByteCount, let operations):
      self.init(
        .vaultUnreadable,
        "a key slot asks for \(Words.size(memoryByteCount)) of memory and \(operations) passes, which "
          + "is out of bounds",
        hints: ["the file is damaged, or made to do harm; \(Self.backupHint)"]
      )
    case .outOfMemory(let memoryByteCount):
      self.init(
        .failed,
        "there is no memory for the passphrase (\(Words.size(memoryByteCount)) are needed)"
      )
    case .replacedMeanwhile:
      self.init(.failed, "another vault took this one's place meanwhile", hints: ["try again"])
    case .labelTaken(let label):
      self.init(
        .failed,
        "\(label.text) is there already, with another secret or other codes",
        hints: ["another --account or --issuer gives this one a name of its own"]
      )
    case .noToken(let id):
      self.init(.noMatch, "the token \(id.text) is gone")
    case .repeatedID(let id):
      self.init(
        .vaultUnreadable,
        "several tokens have the id \(id.text), so that none of them can be changed",
        hints: ["totp vault check tells which; totp uri and a new vault keep them"]
      )
    case .noCounter:
      self.init(.usage, "the token has no counter")
    case .counterSpent:
      self.init(.failed, "the counter has come to its end, and no code is left")
    case .unsupportedToken:
      self.init(.vaultUnreadable, "the token is of a kind that a newer version of totp made")
    case .exists(let path):
      self.init(.failed, "there is a vault at \(path) already")
    case .readOnly(let path):
      self.init(.failed, "\(path) is read-only, so nothing was changed")
    case .notARegularFile(let path):
      self.init(.vaultUnreadable, "\(path) is not a regular file")
    case .locked(let path, let seconds):
      self.init(
        .failed,
        "\(path) has been locked by another program for \(seconds) seconds",
        hints: ["it is left alone; try again when the other one is done"]
      )
    case .noKeyring(let number):
      self.init(
        .failed,
        "the kernel's keyring can't be used: \(Self.keyringWords(forErrorNumber: number))",
        hints: ["--passphrase-command and --passphrase-file unlock without it"]
      )
    case .system(let operation, let path, let number):
      self.init(
        .failed,
        "cannot \(operation.rawValue) \(path): \(Self.words(forErrorNumber: number))"
      )
    }
  }

  /// What is wrong with a recovery code that was typed.
  ///
  /// - Parameter groups: counted from 1.
  /// - Returns: one sentence.
  package static func words(forMistypedGroups groups: [Int]) -> String {
    guard let last = groups.last else {
      return "the recovery code is mistyped: more than one group, or the order of groups, is wrong"
    }
    let others = groups.dropLast().map { String($0) }.joined(separator: ", ")
    return others.isEmpty
      ? "group \(last) of the recovery code is mistyped"
      : "groups \(others) and \(last) of the recovery code are mistyped"
  }

  /// A quota of keys is none of disks.
  private static func keyringWords(forErrorNumber number: Int32) -> String {
    number == EDQUOT
      ? "this user's quota of keys is spent" : words(forErrorNumber: number)
  }

  private static let backupHint = "earlier generations lie beside the vault, as .backup-1 and so on"
}
