// SPDX-License-Identifier: MIT
package import Secrets

/// A passphrase that is to be set.
package enum NewPassphrase {
  /// Reads it: from a source once, on the terminal twice.
  ///
  /// - Parameters:
  ///   - given: one that was read already, or `nil`.
  ///   - source: where it comes from, or `nil` for the terminal.
  ///   - options: what gives one where there is no terminal, for messages.
  ///   - subject: what the prompt says that it is for.
  ///   - terminal: the person.
  /// - Returns: the passphrase, of one byte at least.
  /// - Throws: ``ShellError``.
  package static func read(
    given: consuming SecretBytes? = nil,
    source: PassphraseSource?,
    options: String,
    subject: String,
    _ terminal: any Terminal
  ) throws(ShellError) -> SecretBytes {
    let passphrase: SecretBytes
    if let given {
      passphrase = given
    } else if let source {
      passphrase = try source.read()
    } else {
      do throws(ShellError) {
        passphrase = try typedTwice(subject, terminal)
      } catch .noTerminal {
        throw .noNewPassphrase(options: options)
      } catch .inputEnded {
        throw .noPassphraseTyped
      }
    }
    guard passphrase.count > 0 else { throw .emptyPassphrase }
    return passphrase
  }

  private static func typedTwice(
    _ subject: String,
    _ terminal: any Terminal
  ) throws(ShellError) -> SecretBytes {
    let subject = DisplayText.escaped(subject)
    let first = try terminal.readSecret(prompt: "New passphrase of \(subject): ")
    let second = try terminal.readSecret(prompt: "The same again: ")
    let isSame = first.withBytes { first in
      second.withBytes { second in isEqualInConstantTime(first, second) }
    }
    guard isSame else { throw .passphrasesDiffer }
    return first
  }
}
