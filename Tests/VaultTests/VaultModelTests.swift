// SPDX-License-Identifier: MIT
import OTPCore
import Secrets
import TestKit
import Testing
import Vault

/// A vault behaves as a list of plain values does, whatever is done to it in whatever order.
@Suite struct VaultModelTests {
  private struct Entry: Equatable {
    var id: TokenID
    var label: Label
    var secret: [UInt8]
    var generator: Generator
    var tags: [String]
    var note: String
  }

  private struct Machine {
    var random: SeededGenerator
    var entries: [Entry] = []
    var removedCount = 0

    private mutating func word() -> String {
      let words = ["", "GitHub", "é", "e\u{301}", "🔐", "a:b", "\n", "名前", "x"]
      return (words.randomElement(using: &random) ?? "")
        + String(Int.random(in: 0..<3, using: &random))
    }

    private mutating func generator() throws -> Generator {
      let algorithm = Algorithm.allCases.randomElement(using: &random) ?? .sha1
      let digits = try Digits(Int.random(in: 1...10, using: &random))
      let period = try Period(seconds: Int64.random(in: 1...86_400, using: &random))
      switch Int.random(in: 0..<3, using: &random) {
      case 0: return .totp(algorithm: algorithm, digits: digits, period: period)
      case 1: return .steam(period: period)
      default:
        let values: [UInt64] = [0, 127, 128, UInt64(Int64.max) - 1, .max - 1]
        let value = values.randomElement(using: &random) ?? 0
        return .hotp(algorithm: algorithm, digits: digits, counter: Counter(value))
      }
    }

    mutating func entry() throws -> (token: Token, secret: [UInt8]) {
      let count = [1, 20, 64, 1024].randomElement(using: &random) ?? 1
      let secret = random.bytes(count: count)
      let token = try Token(
        label: Label(issuer: word(), account: word()),
        secret: Secret(SecretBytes(copying: secret.span)),
        generator: generator(),
        tags: (0..<Int.random(in: 0..<3, using: &random)).map { _ in word() },
        note: Bool.random(using: &random) ? word() : ""
      )
      return (token, secret)
    }

    mutating func step(_ vault: inout Vault) throws {
      let (token, secret) = try entry()
      let place = entries.indices.randomElement(using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: try add(token, secret, to: &vault, replacing: false)
      case 2: try add(token, secret, to: &vault, replacing: true)
      case 3:
        guard let place else { return }
        try update(place, to: token, secret, in: &vault)
      case 4:
        guard let place else { return }
        try vault.remove(entries.remove(at: place).id, at: Samples.time)
        removedCount += 1
      default:
        guard let place else { return }
        try advance(place, in: &vault)
      }
    }

    private mutating func add(
      _ token: Token,
      _ secret: [UInt8],
      to vault: inout Vault,
      replacing: Bool
    ) throws {
      let taken = entries.firstIndex { $0.label == token.label }
      if taken != nil && !replacing {
        #expect(throws: VaultError.self) {
          try vault.add(token, at: Samples.time, randomness: SystemRandomness())
        }
        return
      }
      let outcome = try vault.add(
        token,
        at: Samples.time,
        randomness: SystemRandomness(),
        replacing: replacing
      )
      switch (outcome, taken) {
      case (.added(let id), nil): entries.append(Self.entry(id, token, secret))
      case (.replaced(let id), let place?):
        #expect(entries[place].id == id)
        var entry = Self.entry(id, token, secret)
        if entry.tags.isEmpty { entry.tags = entries[place].tags }
        if entry.note.isEmpty { entry.note = entries[place].note }
        entries[place] = entry
      default: Issue.record("\(outcome)")
      }
    }

    private mutating func update(
      _ place: Int,
      to token: Token,
      _ secret: [UInt8],
      in vault: inout Vault
    ) throws {
      let id = entries[place].id
      if entries.contains(where: { $0.label == token.label && $0.id != id }) {
        #expect(throws: VaultError.labelTaken(token.label)) {
          try vault.update(id, to: token, at: Samples.time)
        }
        return
      }
      try vault.update(id, to: token, at: Samples.time)
      entries[place] = Self.entry(id, token, secret)
    }

    private mutating func advance(_ place: Int, in vault: inout Vault) throws {
      let entry = entries[place]
      guard case .hotp(let algorithm, let digits, let counter) = entry.generator else {
        #expect(throws: VaultError.noCounter) { try vault.advance(entry.id) }
        return
      }
      if counter.isSpent {
        #expect(throws: VaultError.counterSpent) { try vault.advance(entry.id) }
        return
      }
      #expect(try vault.advance(entry.id) == counter.value)
      let next = counter.advanced()
      entries[place].generator = .hotp(algorithm: algorithm, digits: digits, counter: next)
    }

    static func entry(_ id: TokenID, _ token: Token, _ secret: [UInt8]) -> Entry {
      Entry(
        id: id,
        label: token.label,
        secret: secret,
        generator: token.generator,
        tags: token.tags,
        note: token.note
      )
    }
  }

  @Test(arguments: 0..<25)
  func agreesWithAListOfValues(seed: UInt64) throws {
    var machine = Machine(random: SeededGenerator(seed: seed))
    var vault = try Samples.vault()
    for step in 1...80 {
      try machine.step(&vault)
      if step.isMultiple(of: 8) { vault = try Samples.reopened(vault) }
    }
    let found = try vault.records().map { record in
      Machine.entry(
        record.id,
        record.token,
        record.token.secret.withBytes { bytes in
          bytes.indices.map { bytes[$0] }
        }
      )
    }
    #expect(found == machine.entries)
    #expect(try vault.findings() == [])
    let tombstoneCount = vault.tombstoneCount
    #expect(tombstoneCount == machine.removedCount)
  }
}
