// SPDX-License-Identifier: MIT
import OTPCore
import Secrets

/// A JSON document as it was read: its texts stay in guarded memory until somebody asks for one.
indirect enum JSONValue: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number as it stands in the document.
  case number(Secret)
  /// A string, unescaped, as UTF-8.
  case string(Secret)
  /// A list.
  case array([JSONValue])
  /// Names and values in their order; a name that is there twice stays there twice.
  case object([(name: Secret, value: JSONValue)])

  /// The member of an object, or `nil`; of several with one name, the last.
  subscript(name: StaticString) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    for member in members.reversed() where member.name.isEqual(to: name) {
      if case .null = member.value { return nil }
      return member.value
    }
    return nil
  }

  /// The elements of a list, or `nil`.
  var elements: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The members of an object, or `nil`.
  var members: [(name: Secret, value: JSONValue)]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  /// A string's bytes, or `nil`.
  var text: Secret? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// A string's text; for names, never for secrets.
  var string: String? { text?.string }

  /// A whole number; one that is written as `30.0` or `"30"` too, since apps do.
  var integer: Int64? {
    switch self {
    case .number(let text), .string(let text):
      return text.withBytes { bytes in
        var end = bytes.count
        if end > 2, bytes[end - 1] == UInt8(ascii: "0"), bytes[end - 2] == UInt8(ascii: ".") {
          end -= 2
        }
        var value: Int64 = 0
        let isNegative = end > 1 && bytes[0] == UInt8(ascii: "-")
        guard end > 0 else { return nil }
        for index in (isNegative ? 1 : 0)..<end {
          guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) else { return nil }
          let (product, tooFar) = value.multipliedReportingOverflow(by: 10)
          let (sum, tooMuch) = product.addingReportingOverflow(Int64(bytes[index] & 15))
          guard !tooFar, !tooMuch else { return nil }
          value = sum
        }
        return isNegative ? -value : value
      }
    default: return nil
    }
  }

  /// A whole number, or −1 for what is none, which no format wants: absent is another thing than wrong.
  var figure: Int64 { integer ?? -1 }

  /// Whether it is `true`; apps also write 1 and "true".
  var isTrue: Bool {
    switch self {
    case .bool(let value): value
    case .number(let text), .string(let text): text.isEqual(to: "1") || text.isEqual(to: "true")
    default: false
    }
  }

  /// Whether an object has all these members, `null` or not.
  func has(_ names: StaticString...) -> Bool {
    guard case .object(let members) = self else { return false }
    return names.allSatisfy { name in members.contains { $0.name.isEqual(to: name) } }
  }
}

extension Secret {
  /// Whether the bytes are these of ASCII.
  func isEqual(to text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    return withBytes { bytes in bytes.begins(with: text) }
  }

  /// The bytes as text; for names, never for secrets.
  var string: String {
    withBytes { bytes in bytes.string }
  }
}

extension Span<UInt8> {
  /// Whether the bytes begin with these of ASCII, from an offset on.
  func begins(with text: StaticString, at offset: Int = 0) -> Bool {
    let length = text.utf8CodeUnitCount
    guard offset >= 0, count - offset >= length else { return false }
    // The pointer is good for the length of the constant.
    return text.withUTF8Buffer { buffer in
      for index in 0..<length where unsafe buffer[index] != self[offset + index] { return false }
      return true
    }
  }

  /// The bytes as text; what is no UTF-8 becomes U+FFFD.
  var string: String {
    String(decoding: [UInt8](capacity: count) { $0.append(contentsOf: self) }, as: UTF8.self)
  }

  /// Looks for ASCII text anywhere.
  func contains(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard count >= length else { return false }
    for offset in 0...(count - length) where begins(with: text, at: offset) { return true }
    return false
  }
}
