// SPDX-License-Identifier: MIT
import Foundation
import Testing

@Suite struct ArchitectureTests {
  @Test func holdsInEverySource() throws {
    let files = try SourceTree.files(below: "Sources")
    #expect(files.count > 50)
    for file in files {
      for rule in Rules.all { #expect(rule(file) == []) }
    }
  }

  @Test func namesALicenceInEveryTest() throws {
    let files = try SourceTree.files(below: "Tests")
    #expect(files.count > 30)
    for file in files { #expect(Rules.license(file) + Rules.length(file) == []) }
  }

  /// A room that nobody wrote into the table would be held to nothing.
  @Test func knowsEveryRoom() throws {
    let found = Set(try SourceTree.files(below: "Sources").compactMap(\.target))
    #expect(found == Set(Rules.arrows.keys))
  }

  /// The manifest may not give a target more than the table does.
  @Test func agreesWithTheManifest() throws {
    let manifest = try String(contentsOfFile: SourceTree.root + "/Package.swift", encoding: .utf8)
    for (target, allowed) in Rules.arrows {
      let parts = manifest.components(separatedBy: "name: \"\(target)\"")
      let declaration = try #require(parts.dropFirst().first, "\(target) is not declared")
      guard let list = declaration.components(separatedBy: "dependencies: [").dropFirst().first,
        declaration.range(of: "dependencies: [")!.lowerBound
          < (declaration.range(of: "name: \"")?.lowerBound ?? declaration.endIndex)
      else { continue }
      let names = list.prefix { $0 != "]" }.split(separator: ",").map {
        $0.trimmingCharacters(in: CharacterSet(charactersIn: " \n\""))
      }
      #expect(Set(names.filter { !$0.isEmpty }).isSubset(of: allowed), "\(target)")
    }
  }
}

/// Each rule finds what it is there to find.
@Suite struct RulesTests {
  private static let licence = "// SPDX-License-Identifier: MIT\n"

  private func file(_ path: String, _ text: String) -> SourceFile {
    SourceFile(path: path, text: Self.licence + text)
  }

  @Test(arguments: [
    ("Sources/Vault/X.swift", "import Pictures"),
    ("Sources/OTPCore/X.swift", "public import Foundation"),
    ("Sources/Scan/Card/X.swift", "import Vault"),
    ("Sources/Secrets/X.swift", "import OTPCore"),
    ("Sources/Elsewhere/X.swift", ""),
  ])
  func findsAnArrowThatPointsTheWrongWay(path: String, text: String) {
    #expect(Rules.imports(file(path, text)).count == 1)
  }

  @Test func takesAnArrowThatPointsTheRightWay() {
    #expect(Rules.imports(file("Sources/Vault/X.swift", "public import OTPCore\n")) == [])
  }

  @Test func findsALongFileAndAMissingLicence() {
    let long = SourceFile(path: "Sources/Vault/X.swift", text: String(repeating: "\n", count: 400))
    #expect(Rules.length(long).count == 1)
    #expect(Rules.license(long).count == 1)
  }

  @Test(arguments: [
    "exit(1)", "fatalError()", "let x = try! y()", "x as! Y", "// nothing\nprint(1)",
    "nonisolated(unsafe) var x = 1",
  ])
  func findsDangerousWords(text: String) {
    #expect(Rules.dangerousWords(file("Sources/Vault/X.swift", text)).count == 1)
  }

  @Test(arguments: ["// exit(1)", "onexit(1)", "fatalErrors()", "footprint(1)"])
  func takesHarmlessWords(text: String) {
    #expect(Rules.dangerousWords(file("Sources/Vault/X.swift", text)) == [])
  }

  @Test(arguments: ["getenv(\"HOME\")", "let now = Date()", "clock_gettime(1, &t)"])
  func findsInputsThatNobodyHandedIn(text: String) {
    #expect(Rules.hiddenInputs(file("Sources/Vault/X.swift", text)).count == 1)
    #expect(Rules.hiddenInputs(file("Sources/Shell/X.swift", text)) == [])
  }

  @Test func findsLifetimesOutsideOfSecrets() {
    #expect(Rules.lifetimes(file("Sources/Vault/X.swift", "@_lifetime(borrow self)")).count == 1)
  }

  @Test func findsUnsafeCodeWithoutAReason() {
    let code = String(repeating: "\n", count: 12) + "let x = unsafe y()"
    #expect(Rules.reasons(file("Sources/Vault/X.swift", code)).count == 1)
    let explained = code.replacingOccurrences(of: "let x", with: "// Sound.\nlet x")
    #expect(Rules.reasons(file("Sources/Vault/X.swift", explained)) == [])
  }
}
