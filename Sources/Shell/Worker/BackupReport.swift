// SPDX-License-Identifier: MIT
package import OTPCore
package import Secrets

/// What the worker read in a backup, or wrote.
package struct BackupReport: Sendable {
  /// One entry that was read, or one token that could not be written whole.
  package struct Entry: Sendable {
    /// Which one it is, from 0.
    package let index: Int
    /// Issuer and account, as far as they could be read.
    package let label: Label
    /// The token, or a sentence that says why it is none.
    package let token: Result<Token, Reason>

    /// Makes an entry.
    package init(index: Int, label: Label, token: Result<Token, Reason>) {
      self.index = index
      self.label = label
      self.token = token
    }
  }

  /// A sentence that says why an entry is no token.
  package struct Reason: Error, Equatable, Sendable {
    /// The sentence, in small letters and without its full stop.
    package let text: String

    /// Makes a reason.
    package init(_ text: String) {
      self.text = text
    }
  }

  /// The format's name.
  package let format: String
  /// What people call it.
  package let title: String
  /// The entries, in order.
  package let entries: [Entry]
  /// Whether pictures were left behind.
  package let droppedIcons: Bool
  /// Which parts of Google's export are missing, from 1.
  package let missingParts: [Int]
  /// The file that was written.
  package let file: Secret?

  /// Makes a report.
  package init(
    format: String,
    title: String,
    entries: [Entry],
    droppedIcons: Bool = false,
    missingParts: [Int] = [],
    file: Secret? = nil
  ) {
    self.format = format
    self.title = title
    self.entries = entries
    self.droppedIcons = droppedIcons
    self.missingParts = missingParts
    self.file = file
  }
}

/// Why the worker read or wrote nothing.
package struct BackupRefusal: Error, Equatable, Sendable {
  /// What the caller can do about it.
  package enum Cause: UInt64, Sendable {
    /// A password is needed.
    case passwordNeeded = 1
    /// The password is wrong.
    case wrongPassword = 2
    /// The file is a picture, which is somebody else's work.
    case picture = 3
    /// Nothing.
    case unreadable = 4
  }

  /// What the caller can do about it.
  package let cause: Cause
  /// What is wrong, in words.
  package let message: String
  /// What to do next, or nothing.
  package let hint: String

  /// Makes a refusal.
  package init(_ cause: Cause, _ message: String, hint: String = "") {
    self.cause = cause
    self.message = message
    self.hint = hint
  }
}
