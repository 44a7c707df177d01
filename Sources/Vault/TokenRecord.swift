// SPDX-License-Identifier: MIT
public import OTPCore

/// A token in a vault.
public struct TokenRecord: Sendable {
  /// What it is known by.
  public let id: TokenID
  /// When it came into the vault.
  public let created: UnixTime
  /// When anything but its counter was changed last.
  public let modified: UnixTime
  /// The token.
  public let token: Token
}
