// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// A file as far as it can be read without knowing its format.
struct Document: Sendable {
  /// The file.
  let bytes: Secret

  /// The file as JSON, if it is.
  let json: JSONValue?

  /// The file as XML, if it is.
  let xml: XMLElement?

  /// The file as a table with a heading, if it could be one.
  let table: Table?

  /// Reads a file.
  ///
  /// - Throws: ``InterchangeError/tooLarge(_:limit:)`` when it is nested too deep to be honest.
  init(_ bytes: Secret) throws(InterchangeError) {
    self.bytes = bytes
    var json: JSONValue?
    var xml: XMLElement?
    var table: Table?
    var isBrokenXML = false
    do throws(JSONError) {
      switch bytes.withBytes(Self.firstCharacter) {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        json = try bytes.withBytes(JSONReader.document)
      case UInt8(ascii: "<"):
        xml = bytes.withBytes(XMLReader.document)
        isBrokenXML = xml == nil
      default:
        guard bytes.withBytes(Self.separatorCount) <= Self.mostSeparators else {
          throw JSONError.tooMany
        }
        table = bytes.withBytes(Table.init)
      }
    } catch {
      switch error {
      case .tooDeep: throw .tooLarge(.depth, limit: JSONReader.mostDepth)
      case .tooMany: throw .tooLarge(.contents, limit: JSONReader.mostValues)
      // A list of URIs that is half of a JSON document must not pass for a list of lines.
      case .unexpected: throw .unknown(.brokenJSON)
      }
    }
    if isBrokenXML { throw .unknown(.brokenXML) }
    self.json = json
    self.xml = xml
    self.table = table
  }

  /// The most line ends and separators of cells that a text may have.
  private static let mostSeparators = JSONReader.mostValues

  private static func separatorCount(_ bytes: Span<UInt8>) -> Int {
    bytes.indices.count { [0x09, 0x0A, 0x0D, 0x2C, 0x3B].contains(bytes[$0]) }
  }

  /// The first byte that is neither white space nor byte order mark.
  static func firstCharacter(_ bytes: Span<UInt8>) -> UInt8? {
    var index = bytes.begins(with: "\u{FEFF}") ? 3 : 0
    while index < bytes.count {
      if ![0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { return bytes[index] }
      index += 1
    }
    return nil
  }
}

/// One format's way in.
protocol FormatReader: SendableMetatype {
  /// The format.
  static var format: Format { get }

  /// Tells whether a file is of this format, by its content.
  static func recognises(_ document: Document) -> Bool

  /// Reads the entries.
  ///
  /// - Parameters:
  ///   - document: a file that ``recognises(_:)`` said yes to.
  ///   - password: what opens it, where that is needed.
  /// - Returns: the entries, in order.
  /// - Throws: ``InterchangeError`` when nothing can be read.
  static func drafts(
    in document: Document,
    password: Secret?
  ) throws(InterchangeError) -> [Draft]
}

extension FormatReader {
  /// Insists on a password.
  static func needed(_ password: Secret?) throws(InterchangeError) -> Secret {
    guard let password else { throw .passwordNeeded(format) }
    return password
  }

  /// Reads JSON that has just been decrypted.
  static func json(_ plain: Secret) throws(InterchangeError) -> JSONValue {
    do throws(JSONError) {
      return try plain.withBytes(JSONReader.document)
    } catch {
      throw .damaged(format, .contents)
    }
  }
}

extension JSONValue? {
  /// The elements of a list that has to be there.
  func list(_ format: Format) throws(InterchangeError) -> [JSONValue] {
    guard let elements = self?.elements else { throw .damaged(format, .entries) }
    return elements
  }

  /// Base64 that has to be there.
  func base64(_ format: Format) throws(InterchangeError) -> Secret {
    guard let text = self?.text, let bytes = try? text.withBytes(Base64.decode) else {
      throw .damaged(format, .header)
    }
    return Secret(bytes)
  }

  /// Hexadecimal that has to be there.
  func hexadecimal(_ format: Format) throws(InterchangeError) -> Secret {
    guard let text = self?.text, let bytes = text.withBytes(Hexadecimal.decode) else {
      throw .damaged(format, .header)
    }
    return Secret(bytes)
  }

  /// A number that has to be there.
  func number(_ format: Format) throws(InterchangeError) -> Int64 {
    guard let number = self?.integer else { throw .damaged(format, .header) }
    return number
  }

  /// Java's bytes as numbers from −128 to 127, which have to be there.
  func signedBytes(_ format: Format) throws(InterchangeError) -> Secret {
    guard let elements = self?.elements else { throw .damaged(format, .header) }
    var isSound = true
    let bytes = SecretBytes(capacity: elements.count) { output in
      for element in elements {
        guard let value = element.integer, (-128...255).contains(value) else {
          isSound = false
          return
        }
        output.append(UInt8(truncatingIfNeeded: value))
      }
    }
    guard isSound else { throw .damaged(format, .header) }
    return Secret(bytes)
  }
}
