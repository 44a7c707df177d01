// SPDX-License-Identifier: MIT
package import OTPCore
package import Secrets
package import Shell
package import Vault

/// A world in which nothing happens but what a test sets up.
package final class TestWorld {
  /// The passphrase of the vaults that are made here.
  package static let passphrase = "correct horse"

  /// A cost that takes no time: 8 KiB once.
  package static var cheapCost: PassphraseCost {
    get throws { try PassphraseCost(operations: 1, memoryByteCount: 8192) }
  }

  /// Where its files are; `HOME` is `home` in it.
  package let folder: TemporaryFolder
  /// Its clock.
  package let clock = FixedClock()
  /// Its randomness.
  package let randomness = CountingRandomness()
  /// Its keyring.
  package let keyring = FakeKeyring()
  /// Its person.
  package let terminal: FakeTerminal
  /// What went to the standard output.
  package let output: CapturedOutput
  /// What went to the standard error.
  package let messages = CapturedOutput()
  /// Its environment; `TOTP_VAULT` is `vault` in the folder.
  package var environment: [String: String]
  private let standardInput: FilledPipe

  /// Makes a world.
  ///
  /// - Parameters:
  ///   - folder: where its files are.
  ///   - terminal: its person; nobody when not said.
  ///   - input: what comes from the standard input.
  ///   - output: where answers go.
  package init(
    in folder: TemporaryFolder,
    terminal: FakeTerminal = .missing(),
    input: String = "",
    output: CapturedOutput = CapturedOutput()
  ) {
    self.folder = folder
    self.terminal = terminal
    self.output = output
    standardInput = FilledPipe(input)
    environment = ["HOME": folder("home"), "TOTP_VAULT": folder("vault")]
  }

  /// The vault's file.
  package var vaultPath: String { folder("vault") }

  /// The world as a command sees it.
  package var world: World {
    let libexec = folder("libexec")
    return World(
      programName: "totp",
      clock: clock,
      randomness: randomness,
      terminal: terminal,
      keyring: keyring,
      input: Input(standardInput: standardInput.descriptor),
      output: output,
      messages: messages,
      environment: Environment(environment),
      libexec: libexec
    )
  }

  /// Writes a vault that costs no time to open.
  ///
  /// - Parameters:
  ///   - folder: where it is to be, as `vault`.
  ///   - passphrase: what opens it.
  ///   - tokens: what is in it.
  ///   - randomness: for ids, salt and nonces.
  /// - Returns: the file's bytes.
  /// - Throws: what making and writing it throw.
  @discardableResult
  package static func writeVault(
    in folder: TemporaryFolder,
    passphrase: String = TestWorld.passphrase,
    tokens: [Token] = [],
    randomness: any Randomness = CountingRandomness()
  ) throws -> [UInt8] {
    let time = UnixTime(clamping: 1_600_000_000)
    var vault = try Vault.create(
      passphrase: passphrase.utf8.span,
      cost: cheapCost,
      at: time,
      randomness: randomness
    )
    for token in tokens { _ = try vault.add(token, at: time, randomness: randomness) }
    let bytes = vault.sealed(randomness: randomness)
    let file = try VaultFile(folder("vault"))
    try file.replace(with: bytes, keepingGeneration: false)
    return bytes
  }

  /// Makes a token.
  ///
  /// - Parameters:
  ///   - issuer: the site or service.
  ///   - account: the user's name there.
  ///   - secret: its secret's bytes, as text.
  ///   - generator: how it makes codes.
  ///   - tags: its tags.
  /// - Returns: the token.
  /// - Throws: ``OTPError`` for a secret of a wrong length.
  package static func token(
    _ issuer: String,
    _ account: String,
    secret: String = "12345678901234567890",
    _ generator: Generator = .standard,
    tags: [String] = []
  ) throws -> Token {
    try Token(
      label: Label(issuer: issuer, account: account),
      secret: Secret(SecretBytes(copying: secret.utf8.span)),
      generator: generator,
      tags: tags
    )
  }
}
