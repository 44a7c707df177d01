// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Secrets
import Shell
import Vault

/// `totp export`: writes tokens as another app reads them.
enum ExportCommand {
  static let query = Positional("query", "Only what matches").optional
  static let format = Option("format", value: "NAME", "For which app; otpauth when not said")
  static let output = Option(
    "output",
    short: "o",
    value: "FILE",
    "Where to; standard output when not said",
    as: .file
  )
  static let force = Flag("force", "Replace the file if it is there")
  static let lossy = Flag("lossy", "Leave out what the format cannot hold")
  static let encrypt = Flag("encrypt", "Ask for a password that closes the file")

  static let command = Command<World>(
    "export",
    "Write tokens as another app reads them",
    arguments: [
      query, format, output, force, lossy, encrypt, PasswordArguments.descriptor,
      PasswordArguments.file, PasswordArguments.command,
    ],
    details: """
      Formats: otpauth, google, aegis, 2fas, andotp, bitwarden, ente, stratum, freeotp-plus, \
      proton, keepassxc-csv, csv, html. With a password aegis, 2fas and stratum are encrypted; \
      all else is in clear: whoever has it can make your codes. What a format cannot hold is \
      said token by token, and nothing is written then, unless --lossy is given.
      """,
    examples: [
      Example("For Aegis, encrypted", "totp export --format aegis --encrypt -o aegis.json"),
      Example("To print and put away", "totp export --format html -o codes.html"),
      Example("QR codes for a phone", "totp export --format google | qrencode -t ANSIUTF8"),
    ]
  ) { parsed, world in
    let session = try VaultSession(parsed, world)
    let path = parsed(output)
    // Before anything is asked or derived.
    if let path, !parsed(force) { try PrivateFile.refuseExisting(path) }
    var password = try PasswordArguments.given(parsed)
    if password == nil, parsed(encrypt) { password = try newPassword(world) }
    let tokens = try session.records(matching: parsed(query)).map(\.token)
    let request = BackupRequest(
      format: parsed(format) ?? "otpauth",
      password: password,
      job: .write(tokens),
      time: world.clock.now()
    )
    let report = try written(request, world)
    for entry in report.entries {
      if case .failure(let reason) = entry.token {
        world.tell(Failure(.failed, reason.text).of(entry.label.text))
      }
    }
    guard report.entries.isEmpty || parsed(lossy) else {
      throw LossError(format: report.title)
    }
    let file = report.file ?? Secret(SecretBytes(copying: [UInt8]().span))
    try file.withBytes { (bytes) throws(ShellError) in
      if let path {
        try PrivateFile.write(bytes, to: path, replacing: parsed(force))
      } else {
        try world.output.write(bytes)
      }
    }
    return .done
  }

  private static func newPassword(_ world: World) throws(ShellError) -> Secret {
    let first = Secret(try world.terminal.readSecret(prompt: "Password of the file: "))
    guard first.count > 0 else { throw .emptyPassphrase }
    let second = Secret(try world.terminal.readSecret(prompt: "The same again: "))
    guard first.matches(second) else { throw .passphrasesDiffer }
    return first
  }

  private static func written(_ request: BackupRequest, _ world: World) throws -> BackupReport {
    let worker = Worker(
      path: "\(world.libexec ?? "")/totp-worker",
      timeLimit: Worker.backupTimeLimit
    )
    let outcome: Result<BackupReport, BackupRefusal>
    do {
      outcome = try worker.backup(request)
    } catch {
      throw BackupWorkerError(cause: error)
    }
    return try outcome.mapError { BackupError(refusal: $0) }.get()
  }
}

/// Tokens that a format cannot hold whole.
struct LossError: DescribedError {
  let format: String

  /// The error in words.
  var failure: Failure {
    Failure(
      .failed,
      "nothing was written: not everything has a place in \(format)",
      hints: ["--lossy writes what has; aegis, ente and csv hold everything"]
    )
  }
}
