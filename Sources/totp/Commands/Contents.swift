// SPDX-License-Identifier: MIT
import OTPCore
import Shell

/// What a source of tokens held.
struct Contents {
  /// The tokens, in their order.
  var tokens: [Token] = []
  /// What could not be read.
  private(set) var rejections: [any Error] = []
  /// What the person should know.
  private(set) var notes: [String] = []

  /// Whether there was nothing at all.
  var isEmpty: Bool { tokens.isEmpty && rejections.isEmpty }

  /// Takes what one URI held.
  ///
  /// - Parameter content: a token, or a part of an export.
  mutating func take(_ content: TokenText.Content) {
    switch content {
    case .token(let token): tokens.append(token)
    case .migration(let migration):
      for (index, entry) in migration.entries.enumerated() {
        do throws(OTPError) {
          tokens.append(try entry.get())
        } catch {
          rejections.append(LocatedError("entry \(index + 1) of the export", error))
        }
      }
      let batch = migration.batch
      if batch.size > 1 {
        notes.append(
          "this is part \(batch.index + 1) of \(batch.size) of an export; the others are to be added "
            + "too"
        )
      }
    }
  }

  /// Remembers that something could not be read.
  ///
  /// - Parameter error: why.
  mutating func reject(_ error: any Error) {
    rejections.append(error)
  }

  /// The contents, unless all that there was could not be read.
  ///
  /// - Returns: the same.
  /// - Throws: why the first token could not be read, when there is no other.
  func orFirstRejection() throws -> Contents {
    if tokens.isEmpty, let first = rejections.first { throw first }
    return self
  }
}
