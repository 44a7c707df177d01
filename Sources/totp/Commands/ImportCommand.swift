// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Secrets
import Shell
import Vault

/// `totp import`: takes the tokens of another app's backup.
enum ImportCommand {
  static let file = Positional("file", "A backup of another app; - is standard input", as: .file)
  static let format = Option(
    "format",
    value: "NAME",
    "What the file is, when its content does not tell"
  )
  static let dryRun = Flag("dry-run", "Say what would be done, and do nothing")
  static let replace = Flag("replace", "Put tokens in the place of others of the same name")

  static let command = Command<World>(
    "import",
    "Take the tokens of another app's backup",
    arguments: [
      file, format, dryRun, replace, PasswordArguments.descriptor, PasswordArguments.file,
      PasswordArguments.command, TokenArguments.json,
    ],
    details: """
      What the file is, its content tells. Groups become tags, a favourite gets the tag \
      "favourite". What is in the vault already is left as it is, and so is a token whose name \
      has another secret in the file, unless --replace is given. A process without access to \
      vault and files reads the backup. Exit status 1: some entries did not come in. Formats: \
      otpauth (any list of URIs), google, aegis, 2fas, andotp, authy, authenticator-plus, \
      battle-net, bitwarden, bitwarden-csv, cotp, csv, duo, ente, freeotp, freeotp2, \
      freeotp-plus, gauth, google-database, keepass, keepassxc-csv, keepass-xml, lastpass, \
      microsoft, 1password, 1password-csv, otpclient, proton, raivo, steam, stratum, \
      totp-authenticator, totp-cli, 2fa, winauth.
      """,
    examples: [
      Example("See what is in a backup", "totp import --dry-run aegis.json"),
      Example("Without a terminal", "totp import --password-file pw backup.2fas"),
      Example("From another program", "gpg --decrypt otp.gpg | totp import -"),
    ]
  ) { parsed, world in
    let session = try VaultSession(parsed, world)
    let password = try PasswordArguments.given(parsed)
    let backup = BackupFile(parsed(file), as: parsed(format), world)
    let report = try backup.report(password: password)
    let tokens = report.entries.compactMap { try? $0.token.get() }
    let isTrial = parsed(dryRun)
    var results: [Result<Vault.Addition, VaultError>] = []
    if !tokens.isEmpty {
      results = try additions(of: tokens, to: session, replacing: parsed(replace), isTrial, world)
    }
    let bookkeeping = Bookkeeping(report, results, isTrial: isTrial)
    if parsed(TokenArguments.json) {
      try bookkeeping.document.write(to: world.output)
    } else {
      try world.output.write(bookkeeping.text)
    }
    bookkeeping.tellRest(world)
    return bookkeeping.isComplete ? .done : .failed
  }

  private static func additions(
    of tokens: [Token],
    to session: VaultSession,
    replacing: Bool,
    _ isTrial: Bool,
    _ world: World
  ) throws -> [Result<Vault.Addition, VaultError>] {
    if isTrial, try session.file.read() == nil {
      // Without a vault nothing is in the way but the file's own repetitions.
      var vault = try Vault.create(
        passphrase: "trial".utf8.span,
        cost: PassphraseCost(operations: 1, memoryByteCount: 8192),
        at: world.clock.now(),
        randomness: world.randomness
      )
      return try vault.addEach(tokens, at: world.clock.now(), randomness: world.randomness)
    }
    return try session.update(creating: true) { vault in
      try vault.addEach(
        tokens,
        at: world.clock.now(),
        randomness: world.randomness,
        replacing: replacing,
        isTrial: isTrial
      )
    }
  }
}
