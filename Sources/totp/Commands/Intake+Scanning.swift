// SPDX-License-Identifier: MIT
import OTPCore
import Secrets
import Shell

extension Intake {
  /// Reads the tokens of pictures, each code once.
  ///
  /// - Parameter pictures: one picture at least; an export may be spread over several.
  /// - Returns: one token at least.
  /// - Throws: the first thing that is wrong; a picture without a token is.
  func scanned(_ pictures: [PictureFile]) throws -> Contents {
    var contents = Contents()
    contents.isOfPictures = true
    var seen: [Secret] = []
    for picture in pictures {
      let report = try picture.report()
      let uris = report.payloads.filter { $0.text.withBytes { TokenURI($0) != nil } }
      guard !uris.isEmpty else {
        throw NoTokenError(
          picture: picture.name,
          kinds: report.payloads.map { PayloadKind.words(for: $0.text) }
        )
      }
      do {
        for uri in uris where !seen.contains(where: uri.text.matches) {
          seen.append(uri.text)
          try contents.take(uri.text.withBytes(TokenURI.list)) { _ in picture.name }
        }
      } catch {
        throw UnreadableTokenError(cause: error)
      }
    }
    do {
      try contents.requireToken()
    } catch {
      throw UnreadableTokenError(cause: error)
    }
    return contents
  }
}

extension TokenQuery {
  /// Finds the labels that answer best.
  ///
  /// - Parameter labels: issuers and accounts.
  /// - Returns: their places.
  func places(among labels: [Label]) -> [Int] {
    let ranks = labels.map { label in rank(id: "", label: label) }
    guard let best = ranks.compactMap(\.self).min() else { return [] }
    return ranks.indices.filter { ranks[$0] == best }
  }
}
