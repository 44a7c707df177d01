// SPDX-License-Identifier: MIT
import Interchange
import OTPCore
import Secrets
import Shell

/// Reads a backup, or writes one.
enum BackupJob {
  /// Reads the request and does what it asks.
  ///
  /// - Returns: the answer as it goes out.
  /// - Throws: ``ShellError``, for a request that is none.
  static func answer() throws(ShellError) -> SecretBytes {
    let limit = 2 * Worker.mostBackupBytes
    let request: BackupRequest
    do {
      request = try BackupRequest(
        decoding: Input.secret(fromDescriptor: 0, subject: "request", limit: limit)
      )
    } catch {
      throw .inputTooLong(subject: "request", limit: limit)
    }
    let format = request.format.flatMap(Format.init(rawValue:))
    do throws(InterchangeError) {
      switch request.job {
      case .read(let file):
        return BackupAnswer.encoded(
          BackupReport(try Backup.decode(file, password: request.password, as: format))
        )
      case .write:
        throw .unsupported(format ?? .otpauth, .structure)
      }
    } catch {
      return BackupAnswer.encoded(BackupRefusal(error))
    }
  }
}

extension BackupReport {
  /// Puts what `Interchange` read into the words that both processes know.
  init(_ backup: Backup) {
    var entries: [Entry] = []
    for entry in backup.entries {
      let token = entry.token.mapError { Reason($0.words) }
      entries.append(Entry(index: entry.index, label: entry.label, token: token))
    }
    self.init(
      format: backup.format.rawValue,
      title: backup.format.title,
      entries: entries,
      droppedIcons: backup.droppedIcons,
      missingParts: backup.parts.missingParts().map { $0.index + 1 }
    )
  }
}

extension Rejection {
  /// The reason in words.
  var words: String {
    switch self {
    case .otp(let error): Failure(error).message
    case .unsupportedType(let type): "tokens of type \"\(type.prefix(32))\" are not supported"
    case .invalidHexadecimal: "the secret is no hexadecimal number"
    case .encrypted: "the secret is encrypted for its device"
    case .malformed: "the entry is not what its format says"
    }
  }
}

extension BackupRefusal {
  /// Puts an error of `Interchange` into words.
  init(_ error: InterchangeError) {
    switch error {
    case .empty: self.init(.unreadable, "the file is empty")
    case .unknown(.picture): self.init(.picture, "this is a picture")
    case .unknown(.vault):
      self.init(.unreadable, "this is a totp vault", hint: "totp --vault FILE opens it")
    case .unknown(.openPGP):
      self.init(
        .unreadable,
        "this is an OpenPGP message",
        hint: "gpg --decrypt FILE | totp import -"
      )
    case .unknown(let resemblance):
      self.init(
        .unreadable,
        "no known backup: it looks like \(resemblance.rawValue)",
        hint: "totp help import lists the formats"
      )
    case .passwordNeeded(let format):
      self.init(.passwordNeeded, "the backup of \(format.title) is encrypted")
    case .wrongPassword(.andOTP):
      self.init(
        .wrongPassword,
        "wrong password, or no backup of andOTP: its encrypted ones have no mark"
      )
    case .wrongPassword(let format):
      self.init(.wrongPassword, "wrong password for the backup of \(format.title)")
    case .damaged(let format, let part):
      self.init(
        .unreadable,
        "the backup of \(format.title) is damaged or cut short (\(part.rawValue))"
      )
    case .unopenable(let format, .account):
      self.init(
        .unreadable,
        "this export of \(format.title) opens in its own account alone",
        hint: "export again with a password of its own, or as plain JSON"
      )
    case .unopenable(let format, .device):
      self.init(
        .unreadable,
        "no password opens this backup of \(format.title), only the device that wrote it",
        hint: "export again with a password"
      )
    case .unsupported(let format, let part):
      self.init(.unreadable, "\(format.title): this \(part.rawValue) is not supported")
    case .tooCostly(let format, let cost, let limit):
      self.init(
        .unreadable,
        "the backup of \(format.title) asks for more than \(limit) \(cost.rawValue)"
      )
    case .tooLarge(let part, let limit):
      self.init(.unreadable, "the file's \(part.rawValue) is beyond the limit of \(limit)")
    }
  }
}
