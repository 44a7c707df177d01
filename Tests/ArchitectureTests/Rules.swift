// SPDX-License-Identifier: MIT

/// What must hold of every source file; each rule is a function from a file to sentences.
enum Rules {
  /// Which of the project's modules a target may import.
  static let arrows: [String: Set<String>] = [
    "Secrets": ["CSodium"],
    "OTPCore": ["Secrets"],
    "Vault": ["OTPCore", "Secrets", "CSodium", "CLinux"],
    "Pictures": ["CPNG", "CJPEG", "CWebP", "CTIFF", "CHEIF", "CZBar", "CZXing", "CIconv"],
    "Draw": ["CQRencode", "CZlib"],
    "Card": ["OTPCore", "Secrets", "CPCSC"],
    "Interchange": [
      "OTPCore", "Secrets", "CSodium", "CCrypto", "CArgon2", "CArchive", "CSQLite", "CQRencode",
    ],
    "CommandLineKit": [],
    "Shell": ["CommandLineKit", "Vault", "OTPCore", "Secrets", "CLinux"],
    "totp": ["Shell", "CommandLineKit", "Vault", "OTPCore", "Secrets"],
    "totp-worker": [
      "Shell", "CommandLineKit", "Pictures", "Draw", "Interchange", "OTPCore", "Secrets", "CLinux",
      "CSandbox",
    ],
    "totp-screenshot": ["Shell", "OTPCore", "Secrets", "CPortal"],
    "totp-yubikey": ["Shell", "CommandLineKit", "Card", "OTPCore", "Secrets"],
  ]

  /// Modules of the system, and the targets that may import them.
  static let systemModules: [String: Set<String>] = [
    "Glibc": ["Vault", "Shell", "totp", "totp-worker", "totp-screenshot", "totp-yubikey"]
  ]

  static let executables: Set<String> = ["totp", "totp-worker", "totp-screenshot", "totp-yubikey"]

  static func imports(_ file: SourceFile) -> [String] {
    guard let target = file.target, let allowed = arrows[target] else {
      return ["\(file.path) is in no room that the table knows"]
    }
    var found: [String] = []
    for line in file.lines {
      let words = line.split(separator: " ").map(String.init)
      guard let place = words.firstIndex(of: "import"), place <= 2, place + 1 < words.count,
        words[..<place].allSatisfy({ ["public", "package", "internal", "private"].contains($0) })
      else { continue }
      let module = words[place + 1]
      if !allowed.contains(module) && systemModules[module]?.contains(target) != true {
        found.append("\(file.path) imports \(module)")
      }
    }
    return found
  }

  static func length(_ file: SourceFile) -> [String] {
    file.lines.count > 301 ? ["\(file.path) has \(file.lines.count) lines"] : []
  }

  static func license(_ file: SourceFile) -> [String] {
    let first = file.lines.first { !$0.hasPrefix("// swift-tools-version") }
    return first == "// SPDX-License-Identifier: MIT" ? [] : ["\(file.path) names no licence"]
  }

  /// What ends a program, or hides an error, has one place or none.
  static func dangerousWords(_ file: SourceFile) -> [String] {
    var found: [String] = []
    for (index, line) in file.lines.enumerated() {
      let code = withoutComment(line)
      for (word, isAllowed) in [
        ("exit(", file.name == "Main.swift"),
        ("fatalError(", file.name == "SecretBytes.swift"),
        ("try!", false), ("as!", false), ("TODO", false), ("FIXME", false), ("MARK:", false),
        ("print(", false), ("nonisolated(unsafe)", false),
      ] where !isAllowed && contains(code, word) {
        found.append("\(file.path):\(index + 1) has \(word)")
      }
    }
    return found
  }

  /// Libraries take times and values; only `Shell` asks the system for them.
  static func hiddenInputs(_ file: SourceFile) -> [String] {
    guard let target = file.target, target != "Shell", !executables.contains(target) else {
      return []
    }
    var found: [String] = []
    for (index, line) in file.lines.enumerated() {
      let code = withoutComment(line)
      for word in ["getenv(", "clock_gettime(", "time(nil", "Date()", "CommandLine", "isatty("]
      where contains(code, word) {
        found.append("\(file.path):\(index + 1) has \(word)")
      }
    }
    return found
  }

  /// Only `Secrets` hands out spans of memory that it owns.
  static func lifetimes(_ file: SourceFile) -> [String] {
    guard file.target != "Secrets" else { return [] }
    return file.text.contains("@_lifetime") || file.text.contains("_overrideLifetime")
      ? ["\(file.path) manages lifetimes"] : []
  }

  /// An unsafe expression has its reason near it: a comment within the ten lines above, or first in the
  /// closure that it opens.
  static func reasons(_ file: SourceFile) -> [String] {
    var found: [String] = []
    let lines = file.lines
    for (index, line) in lines.enumerated() {
      let code = withoutComment(line)
      guard contains(code, "unsafe ") || contains(code, "@unchecked") else { continue }
      let above = lines[max(0, index - 10)...min(lines.count - 1, index + 2)]
      let isExplained = above.contains { $0.split(separator: " ").first?.hasPrefix("//") == true }
      if !isExplained { found.append("\(file.path):\(index + 1) gives no reason") }
    }
    return found
  }

  static let all: [@Sendable (SourceFile) -> [String]] = [
    imports, length, license, dangerousWords, hiddenInputs, lifetimes, reasons,
  ]

  private static func withoutComment(_ line: Substring) -> Substring {
    var previous: Character?
    for index in line.indices {
      if line[index] == "/", previous == "/" { return line[..<line.index(before: index)] }
      previous = line[index]
    }
    return line
  }

  /// Looks for a word that no letter stands before.
  private static func contains(_ line: Substring, _ word: String) -> Bool {
    var rest = line
    var previous: Character?
    while !rest.isEmpty {
      if rest.hasPrefix(word), previous?.isLetter != true, previous != "." { return true }
      previous = rest.removeFirst()
    }
    return false
  }
}
