// SPDX-License-Identifier: MIT

extension Failure {
  /// Puts the shell's own errors into words.
  ///
  /// - Parameter error: what went wrong.
  package init(_ error: ShellError) {
    switch error {
    case .system(let operation, let subject, let number):
      self.init(
        .failed,
        "cannot \(operation.rawValue) \(subject): \(Self.words(forErrorNumber: number))"
      )
    case .noTerminal:
      self.init(.usage, "there is no terminal to ask on")
    case .inputEnded:
      self.init(.failed, "the input ended before the answer")
    case .passphrasesDiffer:
      self.init(.failed, "the two passphrases differ", hints: ["nothing was changed; try again"])
    case .emptyPassphrase:
      self.init(.usage, "the new passphrase is empty")
    case .noPassphrase:
      self.init(
        .locked,
        "the vault is locked: no passphrase was given and there is no terminal to ask on",
        hints: [
          "\"totp unlock\" on a terminal opens it for a while",
          "\(PassphraseSource.options) give one",
        ]
      )
    case .noNewPassphrase(let options):
      self.init(
        .locked,
        "no new passphrase was given and there is no terminal to ask on",
        hints: ["\(options) give one"]
      )
    case .noPassphraseTyped:
      self.init(.locked, "no passphrase was typed")
    case .unreadablePassphrase(let operation, let subject, let number):
      self.init(
        .locked,
        "cannot \(operation.rawValue) \(subject) for the passphrase: "
          + Self.words(forErrorNumber: number)
      )
    case .emptyPassphraseSource(let subject):
      self.init(.locked, "there is no passphrase in \(subject)")
    case .silentPassphraseSource(let subject, let seconds):
      self.init(.locked, "nobody wrote a passphrase into \(subject) for \(seconds) seconds")
    case .passphraseTooLong(let subject, let limit):
      self.init(
        .locked,
        "the first line of \(subject) is no passphrase: it has over \(limit) bytes"
      )
    case .unusablePassphrase:
      self.init(.locked, "the passphrase holds a NUL byte")
    case .exposedPassphraseFile(let path, let mode):
      self.init(
        .locked,
        "\(path) can be read or changed by others (mode \(String(mode, radix: 8))), so its "
          + "passphrase is not used",
        hints: ["chmod 600 \(path)"]
      )
    case .passphraseCommand(let status):
      self.init(.locked, "the passphrase command failed with status \(status)")
    case .unreadableKeyFile(let operation, let path, let number):
      self.init(
        .locked,
        "cannot \(operation.rawValue) the key file \(path): \(Self.words(forErrorNumber: number))"
      )
    case .exposedKeyFile(let path, let mode):
      self.init(
        .locked,
        "\(path) can be read or changed by others (mode \(String(mode, radix: 8))), so it is no key",
        hints: ["chmod 600 \(path)"]
      )
    case .keyFileIsNoFile(let path):
      self.init(.locked, "the key file \(path) is not a regular file")
    case .keyFileTooLong(let path, let limit):
      self.init(.locked, "\(path) is no key file: it has over \(limit) bytes")
    case .keyFileTooShort(let path, let least):
      self.init(
        .usage,
        "\(path) is too short for a key file: it has fewer than \(least) bytes",
        hints: ["--generate-key-file F makes one that can't be guessed"]
      )
    case .noHome:
      self.init(
        .failed,
        "there is no place for the vault: HOME is not set to an absolute path",
        hints: ["--vault F or TOTP_VAULT names the vault"]
      )
    case .fileExists(let path):
      self.init(.failed, "\(path) is there already", hints: ["--force replaces it"])
    case .notText(let subject):
      self.init(.usage, "\(subject) is not UTF-8")
    case .noMatch(let query, let suggestions):
      self.init(
        .noMatch,
        "no token matches \"\(query)\"",
        hints: suggestions.map { "did you mean \"\($0)\"?" }
      )
    case .severalMatches(let query, let labels):
      self.init(
        .severalMatches,
        "\(labels.count) tokens match \"\(query)\"",
        candidates: labels,
        hints: ["issuer:account, or an id, names one of them"]
      )
    case .noVault(let path):
      self.init(
        .failed,
        "there is no vault at \(path)",
        hints: ["\"totp add\" or \"totp vault init\" makes one"]
      )
    case .confirmationNeeded(let action):
      self.init(
        .usage,
        "\(action) wants a yes, and there is no terminal to ask on",
        hints: ["--yes says it"]
      )
    case .declined:
      self.init(.failed, "nothing was changed")
    case .noEnd(let subject, let seconds):
      self.init(.failed, "\(subject) did not come to its end within \(seconds) s")
    case .inputTooLong(let subject, let limit):
      self.init(.failed, "\(subject) is longer than \(limit) bytes")
    }
  }
}
