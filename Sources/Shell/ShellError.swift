// SPDX-License-Identifier: MIT

/// What goes wrong between the libraries and the outside world.
package enum ShellError: Error, Equatable, Sendable {
  /// A system call failed on something with a name.
  case system(Operation, subject: String, errno: Int32)
  /// There is no terminal to ask on.
  case noTerminal
  /// The person ended the input (Ctrl-D) instead of answering.
  case inputEnded
  /// The two entries of a new passphrase differ.
  case passphrasesDiffer
  /// An empty passphrase for a new vault or slot.
  case emptyPassphrase
  /// No passphrase source, and no terminal to ask on.
  case noPassphrase
  /// No source of a new passphrase, and no terminal to ask on; the options that give one.
  case noNewPassphrase(options: String)
  /// The person ended the input (Ctrl-D) instead of typing a passphrase.
  case noPassphraseTyped
  /// A passphrase source can't be read.
  case unreadablePassphrase(Operation, subject: String, errno: Int32)
  /// A passphrase source ended before it had a line.
  case emptyPassphraseSource(subject: String)
  /// Nobody wrote a passphrase into a named pipe for so many seconds.
  case silentPassphraseSource(subject: String, seconds: Int)
  /// A passphrase source gave a longer line than any passphrase.
  case passphraseTooLong(subject: String, limit: Int)
  /// A passphrase source gave a line with a NUL byte.
  case unusablePassphrase
  /// A file with a passphrase in it that others can read.
  case exposedPassphraseFile(path: String, mode: UInt32)
  /// A passphrase command that failed: its exit status.
  case passphraseCommand(status: Int32)
  /// A key file can't be read.
  case unreadableKeyFile(Operation, path: String, errno: Int32)
  /// A key file that others can read.
  case exposedKeyFile(path: String, mode: UInt32)
  /// A key file that is a folder, a pipe or a device.
  case keyFileIsNoFile(path: String)
  /// A key file with more bytes than are read.
  case keyFileTooLong(path: String, limit: Int)
  /// A file with too few bytes to become a key.
  case keyFileTooShort(path: String, least: Int)
  /// Neither `HOME` nor the variable for the folder is set to an absolute path.
  case noHome
  /// A file is there already, and nobody said that it may go.
  case fileExists(path: String)
  /// An argument or an environment variable that is no UTF-8.
  case notText(String)
  /// Nothing in the vault matches a query.
  case noMatch(query: String, suggestions: [String])
  /// Several tokens match a query.
  case severalMatches(query: String, labels: [String])
  /// There is no vault yet.
  case noVault(path: String)
  /// Something destructive was asked without a terminal and without `--yes`.
  case confirmationNeeded(String)
  /// The person said no.
  case declined
  /// The input is longer than the program reads.
  case inputTooLong(subject: String, limit: Int)
  /// A named pipe or a device did not come to its end in this time.
  case noEnd(subject: String, seconds: Int)

  /// What was being done when a system call failed.
  package enum Operation: String, Sendable {
    /// Opening a file.
    case open
    /// Reading.
    case read
    /// Writing.
    case write
    /// Starting another program.
    case start
  }
}
