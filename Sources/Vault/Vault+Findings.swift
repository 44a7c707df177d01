// SPDX-License-Identifier: MIT
public import OTPCore

/// Something that is odd about one token of a vault, and keeps none of the others from use.
public struct Finding: Equatable, Sendable {
  /// What is odd.
  public enum Cause: Equatable, Sendable {
    /// The token is beyond this version; it is kept as it is.
    case unsupported
    /// An earlier token has the same id, and is the one that is changed by it.
    case repeatedID(TokenID)
    /// An earlier token has the same issuer and account.
    case repeatedLabel(Label)
  }

  /// Which token, in the order in which they were added, from 0.
  public let place: Int
  /// What is odd about it.
  public let cause: Cause

  /// Makes a finding.
  ///
  /// - Parameters:
  ///   - place: which token, from 0.
  ///   - cause: what is odd about it.
  package init(place: Int, cause: Cause) {
    self.place = place
    self.cause = cause
  }
}

extension Vault {
  /// Reads every token and tells what is odd.
  ///
  /// - Returns: the findings, in the order of the tokens.
  /// - Throws: ``VaultError/damaged(_:)``.
  public borrowing func findings() throws(VaultError) -> [Finding] {
    var findings: [Finding] = []
    var ids: Set<TokenID> = []
    var labels: Set<Label> = []
    for (place, range) in payload.tokens.enumerated() {
      guard let record = try TokenRecord.parse(range, in: payload.arena) else {
        findings.append(Finding(place: place, cause: .unsupported))
        continue
      }
      if !ids.insert(record.id).inserted {
        findings.append(Finding(place: place, cause: .repeatedID(record.id)))
      }
      if !labels.insert(record.token.label).inserted {
        findings.append(Finding(place: place, cause: .repeatedLabel(record.token.label)))
      }
    }
    return findings
  }
}
