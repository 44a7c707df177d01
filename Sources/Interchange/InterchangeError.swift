// SPDX-License-Identifier: MIT

/// Why a file gives no tokens at all, or takes none.
///
/// No case carries a text of the file.
package enum InterchangeError: Error, Equatable, Sendable {
  /// The file is empty.
  case empty
  /// The file is of no known format; what it looks like.
  case unknown(Resemblance)
  /// The file is encrypted and no password came with it.
  case passwordNeeded(Format)
  /// The password does not open the file, which is otherwise in order or can't be told from that.
  case wrongPassword(Format)
  /// The file is cut short, or altered; what could not be read.
  case damaged(Format, Part)
  /// The file is encrypted with what only its app or account has.
  case unopenable(Format, Lock)
  /// The format's version or variant is not known here.
  case unsupported(Format, Part)
  /// The file asks for more work or memory than is given; the cost's name, and the limit.
  case tooCostly(Format, Cost, limit: UInt64)
  /// Something in the file is larger or deeper than is read; the limit.
  case tooLarge(Part, limit: Int)

  /// What a file of no known format looks like.
  package enum Resemblance: String, Sendable {
    /// JSON with names that no known app uses.
    case json = "JSON"
    /// JSON that ends too early, or is none from some point on.
    case brokenJSON = "JSON that is damaged or cut short"
    /// XML likewise, or with a document type, which is not read.
    case brokenXML = "XML that is damaged or cut short"
    /// XML with names that no known app uses.
    case xml = "XML"
    /// A CSV table without a column for tokens.
    case table = "a CSV table"
    /// A zip archive without a known file in it.
    case archive = "a zip archive"
    /// A database without a known table.
    case database = "an SQLite database"
    /// Text without a URI in it.
    case text = "text"
    /// A picture.
    case picture = "a picture"
    /// A vault of this program.
    case vault = "a totp vault"
    /// A message or key of OpenPGP.
    case openPGP = "an OpenPGP message"
    /// Bytes of some other kind of file.
    case other = "a file of another kind"
    /// Bytes without any mark.
    case bytes = "random bytes"
  }

  /// A part of a file.
  package enum Part: String, Sendable {
    /// The file's outer form.
    case structure
    /// The header and its numbers.
    case header
    /// The list of tokens.
    case entries
    /// The encrypted part.
    case ciphertext
    /// Nesting.
    case depth
    /// All of it, once unpacked.
    case contents
    /// The version number.
    case version
    /// The way in which the key is derived.
    case keyDerivation = "key derivation"
    /// The cipher, or that there is one.
    case cipher
    /// That it goes out at all.
    case direction
  }

  /// What a file is locked to.
  package enum Lock: String, Sendable {
    /// An account at a server.
    case account
    /// A phone's own key store.
    case device
  }

  /// What deriving a key costs.
  package enum Cost: String, Sendable {
    /// Bytes of memory.
    case memory = "bytes of memory"
    /// Rounds of a hash.
    case rounds
  }
}
