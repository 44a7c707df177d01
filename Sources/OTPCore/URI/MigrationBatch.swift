// SPDX-License-Identifier: MIT

/// One of the URIs that Google Authenticator's export spreads over several QR codes.
public struct MigrationBatch: Sendable {
  /// Which part of an export a batch is.
  public struct Part: Hashable, Sendable {
    /// The number of the part, from 0.
    public let index: Int

    /// How many parts the export has, 1 or more.
    public let count: Int

    /// A random number that all parts of one export share.
    public let exportID: Int32
  }

  /// A token of the export, or why it is none.
  public struct Entry: Sendable {
    /// Issuer and account, as far as they could be read.
    public let label: Label

    /// The token, or the reason.
    public let token: Result<Token, OTPError>
  }

  /// What the batch holds, in order.
  public let entries: [Entry]

  /// Which part it is.
  public let part: Part
}

extension Sequence<MigrationBatch.Part> {
  /// Finds the parts that are not there of the exports that are.
  ///
  /// - Returns: each missing part, by export and number. An export that claims more than a thousand
  ///   parts is not believed.
  public func missingParts() -> [MigrationBatch.Part] {
    let present = Set(self)
    var exports: [MigrationBatch.Part] = []
    for part in self where !exports.contains(where: { part.isOfSameExport(as: $0) }) {
      exports.append(part)
    }
    var missing: [MigrationBatch.Part] = []
    for export in exports where export.count <= 1000 {
      for index in 0..<export.count {
        let part = MigrationBatch.Part(
          index: index,
          count: export.count,
          exportID: export.exportID
        )
        if !present.contains(part) { missing.append(part) }
      }
    }
    return missing
  }
}

extension MigrationBatch.Part {
  fileprivate func isOfSameExport(as other: MigrationBatch.Part) -> Bool {
    exportID == other.exportID && count == other.count
  }
}
