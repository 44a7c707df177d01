// SPDX-License-Identifier: MIT
import CommandLineKit
import OTPCore
import Secrets
import Shell

/// Another app's file that a person named, and the worker that reads it.
struct BackupFile {
  private let path: String
  private let format: String?
  private let world: World

  init(_ path: String, as format: String?, _ world: World) {
    self.path = path
    self.format = format
    self.world = world
  }

  private var name: String { Input.displayName(path) }

  private var worker: Worker {
    Worker(path: "\(world.libexec ?? "")/totp-worker", timeLimit: Worker.backupTimeLimit)
  }

  /// Has the file read; asks for a password when it needs one and somebody is there.
  ///
  /// - Parameter password: what was given on the command line.
  /// - Returns: what is in it.
  /// - Throws: ``LocatedError``, ``ShellError``.
  func report(password: Secret?) throws -> BackupReport {
    let file = Secret(try world.input.secret(from: path, limit: Worker.mostBackupBytes))
    switch try outcome(of: file, password) {
    case .success(let report): return report
    case .failure(let refusal) where refusal.cause == .passwordNeeded && world.terminal.isThere:
      let typed = Secret(
        try world.terminal.readSecret(prompt: "Password of \(DisplayText.escaped(name)): ")
      )
      return try located {
        try outcome(of: file, typed).mapError { BackupError(refusal: $0) }.get()
      }
    case .failure(let refusal) where refusal.cause == .picture:
      return try reportOfPicture(file)
    case .failure(let refusal): throw LocatedError(name, BackupError(refusal: refusal))
    }
  }

  /// Pictures of Google's export, and of single tokens: the URIs in them are a list like any other.
  private func reportOfPicture(_ file: Secret) throws -> BackupReport {
    let picture = [UInt8](capacity: file.count) { output in
      file.withBytes { output.append(contentsOf: $0) }
    }
    let codes = try located { try worker.codes(inPicture: picture) }
    let count = codes.payloads.reduce(0) { $0 + $1.text.count + 1 }
    guard count > 0 else { throw NoCodeError(picture: name, report: codes) }
    let list = Secret(
      SecretBytes(capacity: count) { output in
        for payload in codes.payloads {
          payload.text.withBytes { output.append(contentsOf: $0) }
          output.append(UInt8(ascii: "\n"))
        }
      }
    )
    return try located {
      try outcome(of: list, nil).mapError { BackupError(refusal: $0) }.get()
    }
  }

  private func outcome(
    of file: Secret,
    _ password: Secret?
  ) throws -> Result<BackupReport, BackupRefusal> {
    let request = BackupRequest(
      format: format,
      password: password,
      job: .read(file),
      time: world.clock.now()
    )
    do {
      return try worker.backup(request)
    } catch {
      throw LocatedError(name, BackupWorkerError(cause: error))
    }
  }

  /// Has errors name the file.
  private func located<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw LocatedError(name, error)
    }
  }
}
