// SPDX-License-Identifier: MIT

/// Whose code it is: an issuer, which may be empty, and an account there.
///
/// Both are kept as they came, scalar by scalar; only matching folds them.
public struct Label: Hashable, Sendable {
  /// The site or service, or empty.
  public var issuer: String

  /// The user's name there.
  public var account: String

  /// Makes a label.
  ///
  /// - Parameters:
  ///   - issuer: the site or service, or empty.
  ///   - account: the user's name there.
  public init(issuer: String, account: String) {
    self.issuer = issuer
    self.account = account
  }

  /// `issuer:account`, or the one alone when the other is empty.
  public var text: String {
    if issuer.isEmpty { return account }
    return account.isEmpty ? issuer : "\(issuer):\(account)"
  }
}
