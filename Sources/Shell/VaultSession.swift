// SPDX-License-Identifier: MIT
package import CommandLineKit
import OTPCore
package import Secrets
package import Vault

/// One command's way to the vault: finds it, opens it, and writes it back.
package final class VaultSession {
  let world: World
  /// Whether a key that was left in the keyring will do.
  private let usesKeyring: Bool
  private let source: PassphraseSource?
  private var givenPassphrase: SecretBytes?
  /// The key, once it was found, and the vault that it opens: nobody is asked twice.
  private var found: (vaultID: [UInt8], key: VaultKey)?
  /// The key file that opens the vault instead of a passphrase.
  private let keyFile: String?
  /// The id of the key slot that was opened; `nil` for none yet, and for a key from the keyring.
  package private(set) var openedSlot: [UInt8]?

  /// The file.
  package let file: VaultFile

  /// Finds the vault and the passphrase's source; opens and asks nothing yet.
  ///
  /// A passphrase from the standard input is read now, before the command reads what comes after it.
  ///
  /// - Parameters:
  ///   - parsed: the command line.
  ///   - world: everything else.
  ///   - usesKeyring: whether an unlocked vault opens without its passphrase, unless one is given.
  /// - Throws: ``ShellError``, ``VaultError``.
  package init(_ parsed: Parsed, _ world: World, usesKeyring: Bool = true) throws {
    self.world = world
    let path = try parsed(GlobalArguments.vault) ?? world.environment.vaultPath()
    file = try VaultFile(path)
    source = GlobalArguments.passphraseSource(parsed, world.environment)
    keyFile = GlobalArguments.keyFile(parsed, world.environment)
    self.usesKeyring = usesKeyring && source == nil && keyFile == nil
    if source == .descriptor(0) { givenPassphrase = try source?.read() }
  }

  /// Opens the vault to read it.
  ///
  /// - Parameter body: reads it.
  /// - Returns: what `body` returns.
  /// - Throws: ``ShellError/noVault(path:)``, ``VaultError``, and what `body` throws.
  package func read<Result>(_ body: (borrowing Vault) throws -> Result) throws -> Result {
    guard let bytes = try file.read() else { throw ShellError.noVault(path: file.path) }
    let envelope = try naming { try Envelope(parsing: bytes) }
    return try body(opened(envelope))
  }

  /// Opens the vault, changes it and writes it back, while no other program can.
  ///
  /// The passphrase is asked for, and the key derived, before the file is locked: nobody waits for a
  /// person's typing.
  ///
  /// - Parameters:
  ///   - isCreating: whether a vault is made when there is none.
  ///   - keepsGeneration: whether the old file is kept beside the new one.
  ///   - body: changes the vault; when it changes nothing, nothing is written.
  /// - Returns: what `body` returns.
  /// - Throws: ``ShellError/noVault(path:)``, ``VaultError``, and what `body` throws.
  package func update<Result>(
    creating isCreating: Bool = false,
    keepingGeneration keepsGeneration: Bool = true,
    _ body: (inout Vault) throws -> Result
  ) throws -> Result {
    try file.checkWritable()
    guard let (vaultID, key) = try unlockFile() else {
      guard isCreating else { throw ShellError.noVault(path: file.path) }
      return try create(cost: .moderate, body)
    }
    return try withLock {
      var vault = try openFile(vaultID, key)
      return try write(&vault, keepsGeneration, body)
    }
  }

  /// Finds the key of the vault in the file; the file's bytes are given up before they are read again.
  private func unlockFile() throws -> (vaultID: [UInt8], key: VaultKey)? {
    guard let bytes = try file.read() else { return nil }
    let envelope = try naming { try Envelope(parsing: bytes) }
    return (envelope.vaultID, try unlock(envelope))
  }

  private func openFile(_ vaultID: [UInt8], _ key: VaultKey) throws -> Vault {
    let envelope = try envelope()
    guard envelope.vaultID == vaultID else { throw VaultError.replacedMeanwhile }
    return try open(envelope, key)
  }

  /// Makes a vault on purpose.
  ///
  /// - Parameter cost: how much work it is to be to try a passphrase.
  /// - Throws: ``VaultError/exists(path:)``, ``VaultError``, ``ShellError``.
  package func create(cost: PassphraseCost) throws {
    guard try file.read() == nil else { throw VaultError.exists(path: file.path) }
    try create(cost: cost) { vault in
      // Another program may have been faster.
      guard vault.isChanged else { throw VaultError.exists(path: file.path) }
    }
  }

  /// Makes a vault; when another program was faster, opens that one.
  private func create<Result>(
    cost: PassphraseCost,
    _ body: (inout Vault) throws -> Result
  ) throws -> Result {
    let passphrase = try newPassphrase()
    var vault = try Vault.create(
      passphrase: passphrase.span,
      cost: cost,
      at: world.clock.now(),
      randomness: world.randomness
    )
    return try withLock {
      guard let bytes = try file.read() else {
        return try write(&vault, false, body)
      }
      let envelope = try naming { try Envelope(parsing: bytes) }
      let key = try naming { try envelope.unlock(passphrase: passphrase.span) }
      var other = try open(envelope, key)
      return try write(&other, true, body)
    }
  }

  private func write<Result>(
    _ vault: inout Vault,
    _ keepsGeneration: Bool,
    _ body: (inout Vault) throws -> Result
  ) throws -> Result {
    let result = try body(&vault)
    if vault.isChanged {
      try file.replace(
        with: vault.sealed(randomness: world.randomness),
        keepingGeneration: keepsGeneration
      )
    }
    return result
  }

  private func withLock<Result>(_ body: () throws -> Result) throws -> Result {
    try file.withLock(
      onWait: { world.note("waiting for another program to finish with \(file.path)") },
      body
    )
  }

  private func open(_ envelope: Envelope, _ key: VaultKey) throws -> Vault {
    do {
      return try Vault(opening: envelope, key: key)
    } catch {
      throw LocatedError(file.path, error)
    }
  }

  /// Has errors name the file that they are about.
  private func naming<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw LocatedError(file.path, error)
    }
  }

  private func opened(_ envelope: Envelope) throws -> Vault {
    if let found, found.vaultID == envelope.vaultID { return try open(envelope, found.key) }
    let kept = keptKey(of: envelope)
    if let kept {
      do throws(VaultError) {
        // Opening tells as well as checking whether the key is the right one.
        let vault = try Vault(opening: envelope, key: kept)
        found = (envelope.vaultID, kept)
        return vault
      } catch {}
    }
    return try open(envelope, key(asking: envelope, isUnlocked: kept != nil))
  }

  func unlock(_ envelope: Envelope) throws -> VaultKey {
    if let found, found.vaultID == envelope.vaultID { return found.key }
    let kept = keptKey(of: envelope)
    if let kept, envelope.isOpened(by: kept) {
      found = (envelope.vaultID, kept)
      return kept
    }
    return try key(asking: envelope, isUnlocked: kept != nil)
  }

  private func keptKey(of envelope: Envelope) -> VaultKey? {
    usesKeyring ? world.unlockedKey(of: envelope.vaultID)?.key : nil
  }

  private func key(asking envelope: Envelope, isUnlocked: Bool) throws -> VaultKey {
    do {
      let opened = try openedSlot(asking: envelope)
      found = (envelope.vaultID, opened.key)
      openedSlot = opened.slotID
      return opened.key
    } catch ShellError.noPassphrase where isUnlocked {
      // A vault keeps its key: it is far more likely damaged than opened by another one.
      throw LocatedError(file.path, VaultError.damaged(.payload))
    }
  }

  private func openedSlot(asking envelope: Envelope) throws -> OpenedSlot {
    if let keyFile {
      let contents = try KeyFile.read(keyFile)
      return try naming { try envelope.open(keyFile: contents.span) }
    }
    let passphrase = try passphrase(prompt: "Passphrase of \(file.path): ")
    return try naming { try envelope.open(passphrase: passphrase.span) }
  }

  private func passphrase(prompt: String) throws(ShellError) -> SecretBytes {
    if let given = givenPassphrase.take() { return given }
    if let source { return try source.read() }
    do throws(ShellError) {
      return try world.terminal.readSecret(prompt: DisplayText.escaped(prompt))
    } catch .noTerminal {
      throw .noPassphrase
    } catch .inputEnded {
      throw .noPassphraseTyped
    }
  }

  /// Reads a new passphrase: from a source once, on the terminal twice.
  ///
  /// - Returns: the passphrase, of one byte at least.
  /// - Throws: ``ShellError``.
  package func newPassphrase() throws(ShellError) -> SecretBytes {
    try NewPassphrase.read(
      given: givenPassphrase.take(),
      source: source,
      options: PassphraseSource.options,
      subject: file.path,
      world.terminal
    )
  }
}
