// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Shell
import Vault

/// `totp vault info`: tells what can be told of a vault without its passphrase.
enum VaultInfoCommand {
  static let command = Command<World>(
    "info",
    "Tell about the vault, without opening it",
    arguments: [TokenArguments.json]
  ) { parsed, world in
    let session = try VaultSession(parsed, world)
    let envelope = try session.envelope()
    let unlocking: Unlocking
    do throws(VaultError) {
      let key = try session.unlockedKey(of: envelope)
      unlocking = key.map { .unlocked(until: $0.until) } ?? .locked
    } catch {
      unlocking = .unknown(reason: Failure(error).message)
    }
    let now = world.clock.now()
    if parsed(TokenArguments.json) {
      try json(session.file, envelope, unlocking, now).write(to: world.output)
    } else {
      try world.output.write(text(session.file, envelope, unlocking, now))
    }
    return .done
  }

  /// Whether a key lies in the keyring.
  private enum Unlocking {
    case locked
    case unlocked(until: UnixTime?)
    case unknown(reason: String)
  }

  private static func words(for unlocking: Unlocking, _ now: UnixTime) -> String {
    switch unlocking {
    case .locked: return "no"
    case .unknown(let reason): return "no: \(reason)"
    case .unlocked(nil): return "until totp lock, or a restart"
    case .unlocked(let until?):
      let seconds = max(0, until.seconds - now.seconds)
      return "for \(UnlockPeriod.words(forSeconds: seconds)), until \(until.iso8601)"
    }
  }

  private static func text(
    _ file: VaultFile,
    _ envelope: Envelope,
    _ unlocking: Unlocking,
    _ now: UnixTime
  ) -> String {
    var rows = [
      ["path", DisplayText.escaped(file.path)],
      ["version", "1"],
      ["id", hexadecimal(envelope.vaultID)],
      ["cipher", "XChaCha20-Poly1305"],
      ["size", "\(envelope.byteCount) bytes"],
      ["mode", String(file.mode ?? 0, radix: 8)],
      ["unlocked", words(for: unlocking, now)],
    ]
    for slot in envelope.slots {
      rows.append([
        "key slot", "\(DisplayText.escaped(slot.name)): \(KeySlotOutput.words(for: slot))",
      ])
    }
    var text = ""
    for row in rows { text += "\(DisplayText.padded(row[0], to: 10))\(row[1])\n" }
    return text
  }

  private static func json(
    _ file: VaultFile,
    _ envelope: Envelope,
    _ unlocking: Unlocking,
    _ now: UnixTime
  ) -> JSON {
    var isUnlocked = false
    var end: UnixTime?
    if case .unlocked(let until) = unlocking { (isUnlocked, end) = (true, until) }
    return .object([
      ("path", .string(file.path)), ("version", .integer(1)),
      ("id", .string(hexadecimal(envelope.vaultID))), ("cipher", .string("XChaCha20-Poly1305")),
      ("bytes", .integer(Int64(envelope.byteCount))),
      ("mode", .string(String(file.mode ?? 0, radix: 8))), ("unlocked", .bool(isUnlocked)),
      ("unlocked_until", end.map { .integer($0.seconds) }),
      ("remaining", end.map { .integer(max(0, $0.seconds - now.seconds)) }),
      ("slots", .array(envelope.slots.map { .object(KeySlotOutput.members(of: $0)) })),
    ])
  }
}
