// SPDX-License-Identifier: MIT
package import Foundation
import Testing

/// Why a file of test vectors is none.
package enum VectorError: Error, Equatable {
  /// The file is not there.
  case missingFile(String)
  /// The file has no case, which would be a test that can't fail.
  case noCase(String)
  /// The file, or one of its cases, has a key that no test reads.
  case unknownKey(String, file: String)
  /// A case does not have the key, or has something else under it than was asked for.
  case missingKey(String)
}

/// One case of a file of test vectors.
package struct VectorCase: Sendable, CustomTestStringConvertible {
  private enum Value: Decodable, Sendable {
    case text(String)
    case integer(Int64)
    case flag(Bool)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let flag = try? container.decode(Bool.self) {
        self = .flag(flag)
      } else if let integer = try? container.decode(Int64.self) {
        self = .integer(integer)
      } else {
        self = .text(try container.decode(String.self))
      }
    }
  }

  private struct File: Decodable {
    let source: String
    let cases: [[String: Value]]
  }

  private let values: [String: Value]

  /// The case's comment.
  package var testDescription: String { (try? text("comment")) ?? "" }

  /// Reads the cases of a file.
  ///
  /// - Parameters:
  ///   - name: the file's name without `.json`, in the folder `Vectors`.
  ///   - keys: what a case may hold besides `comment`.
  ///   - bundle: the test target's `Bundle.module`.
  /// - Returns: one case or more.
  /// - Throws: ``VectorError``, and whatever makes the file no JSON of the right shape.
  package static func all(
    in name: String,
    keys: Set<String>,
    bundle: Bundle
  ) throws -> [VectorCase] {
    let location = bundle.url(forResource: name, withExtension: "json", subdirectory: "Vectors")
    guard let location else { throw VectorError.missingFile(name) }
    return try all(in: Data(contentsOf: location), named: name, keys: keys)
  }

  /// Reads the cases of a file's bytes.
  ///
  /// - Parameters:
  ///   - data: JSON, `{"source": …, "cases": [{"comment": …, …}]}`.
  ///   - name: what errors call it.
  ///   - keys: what a case may hold besides `comment`.
  /// - Returns: one case or more.
  /// - Throws: ``VectorError``, and whatever makes the bytes no JSON of the right shape.
  package static func all(
    in data: Data,
    named name: String,
    keys: Set<String>
  ) throws -> [VectorCase] {
    let top = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    for key in top.keys where key != "source" && key != "cases" {
      throw VectorError.unknownKey(key, file: name)
    }
    let file = try JSONDecoder().decode(File.self, from: data)
    guard !file.cases.isEmpty else { throw VectorError.noCase(name) }
    for key in file.cases.flatMap(\.keys) where key != "comment" && !keys.contains(key) {
      throw VectorError.unknownKey(key, file: name)
    }
    return file.cases.map { values in VectorCase(values: values) }
  }

  /// Tells whether the case has a key.
  ///
  /// - Parameter key: the key.
  /// - Returns: `true` if it is there.
  package func has(_ key: String) -> Bool {
    values[key] != nil
  }

  /// Finds a text.
  ///
  /// - Parameter key: its key.
  /// - Returns: the text.
  /// - Throws: ``VectorError/missingKey(_:)``.
  package func text(_ key: String) throws -> String {
    guard case .text(let text) = values[key] else { throw VectorError.missingKey(key) }
    return text
  }

  /// Finds bytes, which files hold in hexadecimal.
  ///
  /// - Parameter key: their key.
  /// - Returns: the bytes.
  /// - Throws: ``VectorError/missingKey(_:)``.
  package func bytes(_ key: String) throws -> [UInt8] {
    guard let bytes = Hex.bytes(try text(key)) else { throw VectorError.missingKey(key) }
    return bytes
  }

  /// Finds an integer.
  ///
  /// - Parameter key: its key.
  /// - Returns: the integer.
  /// - Throws: ``VectorError/missingKey(_:)``.
  package func integer(_ key: String) throws -> Int64 {
    guard case .integer(let integer) = values[key] else { throw VectorError.missingKey(key) }
    return integer
  }

  /// Finds a truth value.
  ///
  /// - Parameter key: its key.
  /// - Returns: the value.
  /// - Throws: ``VectorError/missingKey(_:)``.
  package func flag(_ key: String) throws -> Bool {
    guard case .flag(let flag) = values[key] else { throw VectorError.missingKey(key) }
    return flag
  }
}
