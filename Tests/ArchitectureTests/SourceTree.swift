// SPDX-License-Identifier: MIT
import Foundation

/// A source file: its path from the project's root, and its text.
struct SourceFile: Sendable {
  let path: String
  let text: String

  var name: String { path.split(separator: "/").last.map(String.init) ?? path }
  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// The target that the file belongs to, or `nil` when its folder is none's.
  var target: String? {
    let parts = path.split(separator: "/").map(String.init)
    guard parts.count > 2, parts[0] == "Sources" else { return nil }
    if parts[1] == "Scan", parts.count > 3 { return parts[2] }
    return parts[1]
  }
}

/// The project's own sources, found from where this file lies.
enum SourceTree {
  static let root: String = {
    var parts = #filePath.split(separator: "/").map(String.init)
    parts.removeLast(3)
    return "/" + parts.joined(separator: "/")
  }()

  /// All Swift files below a folder.
  static func files(below folder: String) throws -> [SourceFile] {
    let top = "\(root)/\(folder)"
    var files: [SourceFile] = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: top).sorted()
    where path.hasSuffix(".swift") && !path.contains(".build/") {
      files.append(
        SourceFile(
          path: "\(folder)/\(path)",
          text: try String(contentsOfFile: "\(top)/\(path)", encoding: .utf8)
        )
      )
    }
    return files
  }
}
