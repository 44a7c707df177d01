// SPDX-License-Identifier: MIT
package import OTPCore

/// What came in of another app's file.
package struct Backup: Sendable {
  /// One entry of the file.
  package struct Entry: Sendable {
    /// Which one it is, from 0.
    package let index: Int
    /// Issuer and account, as far as they could be read.
    package let label: Label
    /// The token, with its tags and its note, or why it is none.
    package let token: Result<Token, Rejection>
  }

  /// The format that it turned out to have.
  package let format: Format

  /// What it holds, in order.
  package let entries: [Entry]

  /// Whether pictures were left behind.
  package let droppedIcons: Bool

  /// The parts of a Google export that are in it.
  package let parts: [MigrationBatch.Part]
}

/// Why an entry is no token here.
package enum Rejection: Error, Equatable, Sendable {
  /// It is no token by the rules of OTP.
  case otp(OTPError)
  /// It makes codes in a way that is not known here, by its name in the format.
  case unsupportedType(String)
  /// A text that should be hexadecimal and is not.
  case invalidHexadecimal
  /// The entry itself is encrypted for a device or an account.
  case encrypted
  /// The entry is not what its format says an entry is.
  case malformed
}

/// The tag that a favourite gets.
package let favouriteTag = "favourite"
