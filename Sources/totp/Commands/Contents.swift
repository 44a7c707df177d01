// SPDX-License-Identifier: MIT
import OTPCore
import Shell

/// What a source of tokens held.
struct Contents {
  /// The tokens, in their order.
  var tokens: [Token] = []
  /// What could not be read, of which there may be some in an export.
  private(set) var rejections: [any Error] = []
  /// Whether pictures held it, which a person can't read before.
  var isOfPictures = false
  private var parts = ExportParts()

  /// Whether there was nothing at all.
  var isEmpty: Bool { tokens.isEmpty && rejections.isEmpty }

  /// Takes what a text held.
  ///
  /// - Parameters:
  ///   - entries: the tokens, or why they are none.
  ///   - source: what the text is called, with the line that an entry stands in.
  /// - Throws: ``LocatedError`` for a URI that is no token; an export's other tokens are taken.
  mutating func take(
    _ entries: [TokenURI.Entry],
    from source: (_ line: Int) -> String
  ) throws {
    var line = 0
    var number = 0
    for entry in entries {
      // The entries of one export are counted by themselves.
      number = entry.line == line ? number + 1 : 1
      line = entry.line
      switch entry.token {
      case .success(let token): tokens.append(token)
      case .failure(let error):
        guard entry.part != nil else { throw LocatedError(source(entry.line), error) }
        rejections.append(
          LocatedError("\(source(entry.line)), entry \(number) of the export", error)
        )
      }
      if let part = entry.part { parts.add(part) }
    }
  }

  /// What is missing of an export that comes in several parts, in words, or `nil`.
  var missingParts: String? { parts.missingInWords }

  /// Refuses contents without a token.
  ///
  /// - Throws: why the first token could not be read.
  func requireToken() throws {
    if tokens.isEmpty, let first = rejections.first { throw first }
  }
}
