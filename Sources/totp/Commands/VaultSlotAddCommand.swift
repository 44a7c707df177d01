// SPDX-License-Identifier: MIT
import CommandLineKit
import Glibc
import OTPCore
import Secrets
import Shell
import Vault

/// `totp vault slot add`: adds a way to open the vault.
enum VaultSlotAddCommand {
  private static let name = Option(
    "name",
    value: "NAME",
    "What the slot is to be called",
    as: TokenArguments.tag
  )
  private static let keyFile = Option(
    "new-key-file",
    value: "FILE",
    "Have a file's bytes open the vault",
    as: .file
  )
  private static let generated = Option(
    "generate-key-file",
    value: "FILE",
    "Make a new file that opens the vault",
    as: .file
  )
  private static let recovery = Flag("recovery", "Make a code to write down")

  static let command = Command<World>(
    "add",
    "Add a passphrase, a key file or a recovery code",
    arguments: [name] + NewPassphraseArguments.all
      + [VaultCommand.kdf, keyFile, generated, recovery, TokenArguments.json],
    details: """
      Without --new-key-file, --generate-key-file or --recovery it adds a passphrase. The vault is \
      opened first with what opens it now, also when it is unlocked.

      Every byte of a key file counts, so that a file that changes opens nothing any more; it has \
      to be one that nobody can guess. A recovery code is shown once, has to be typed back, and is \
      given where a passphrase is; --json prints it instead.
      """,
    examples: [
      Example("A code for the drawer", "totp vault slot add --recovery"),
      Example("A file on a stick", "totp vault slot add --generate-key-file /media/stick/totp.key"),
    ]
  ) { parsed, world in
    let kind = try kind(parsed)
    if case .recoveryCode = kind, !parsed(TokenArguments.json), !world.terminal.isThere {
      throw CommandError(
        "there is no terminal to show a recovery code on",
        hints: ["--json prints it"]
      )
    }
    let session = try VaultSession(parsed, world, usesKeyring: false)
    // What is wrong is found out before anything is typed or made.
    try session.read { vault in if let name = parsed(name) { try vault.checkSlotName(name) } }
    var code: Secret?
    let slot: KeySlot
    switch kind {
    case .passphrase:
      let passphrase = try NewPassphraseArguments.read(parsed, session, world)
      let cost = parsed(VaultCommand.kdf)?.cost ?? .moderate
      slot = try add(.passphrase(cost), Secret(passphrase), parsed, session, world)
    case .keyFile(let path):
      slot = try add(.keyFile, Secret(KeyFile.readNew(path)), parsed, session, world)
    case .generatedKeyFile(let path):
      slot = try addGenerated(path, parsed, session, world)
    case .recoveryCode:
      let made = RecoveryCode(from: world.randomness)
      if parsed(TokenArguments.json) {
        code = made.text
      } else {
        try RecoveryCodeDialogue.show(made, on: world.terminal)
      }
      slot = try add(.recoveryCode, made.bytes, parsed, session, world)
    }
    guard parsed(TokenArguments.json) else {
      try world.output.write("added \(DisplayText.escaped(slot.name))\n")
      return .done
    }
    let members = KeySlotOutput.members(of: slot) + [("recovery_code", code.map { .secret($0) })]
    do {
      try JSON.object(members).write(to: world.output)
    } catch  where code != nil {
      // A code that nobody has seen opens nothing.
      try session.update { vault in try vault.removeSlot(slot.id) }
      throw error
    }
    return .done
  }

  private enum Kind {
    case passphrase
    case keyFile(String)
    case generatedKeyFile(String)
    case recoveryCode
  }

  private static func kind(_ parsed: Parsed) throws(CommandError) -> Kind {
    var kinds: [Kind] = []
    if NewPassphraseArguments.source(parsed) != nil { kinds.append(.passphrase) }
    if let path = parsed(keyFile) { kinds.append(.keyFile(path)) }
    if let path = parsed(generated) { kinds.append(.generatedKeyFile(path)) }
    if parsed(recovery) { kinds.append(.recoveryCode) }
    guard kinds.count < 2 else {
      throw CommandError(
        "one slot is one of a passphrase, a key file and a recovery code",
        hints: ["\"totp vault slot add\" once for each"]
      )
    }
    let kind = kinds.first ?? .passphrase
    if case .passphrase = kind { return kind }
    guard parsed(VaultCommand.kdf) == nil else {
      throw CommandError("--kdf is for passphrases: key files and recovery codes can't be guessed")
    }
    return kind
  }

  private static func add(
    _ opener: KeySlot.Opener,
    _ secret: Secret,
    _ parsed: Parsed,
    _ session: VaultSession,
    _ world: World
  ) throws -> KeySlot {
    try session.update { vault in
      try secret.withBytes { (secret) throws(VaultError) in
        try vault.addSlot(
          opener,
          secret: secret,
          name: parsed(name),
          at: world.clock.now(),
          randomness: world.randomness
        )
      }
    }
  }

  /// The file is there before the slot is: one that opens nothing does less harm than a slot without
  /// its file.
  private static func addGenerated(
    _ path: String,
    _ parsed: Parsed,
    _ session: VaultSession,
    _ world: World
  ) throws -> KeySlot {
    let contents = Secret(
      SecretBytes(randomCount: KeyFile.madeByteCount, from: world.randomness)
    )
    try contents.withBytes { (contents) throws(ShellError) in
      try PrivateFile.write(contents, to: path, replacing: false)
    }
    do {
      return try add(.keyFile, contents, parsed, session, world)
    } catch {
      // The string outlives the call.
      unsafe unlink(path)
      throw error
    }
  }
}
