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
    guard request.format == nil || format != nil else {
      return BackupAnswer.encoded(.unknownFormat)
    }
    do throws(InterchangeError) {
      switch request.job {
      case .read(let file):
        return BackupAnswer.encoded(
          BackupReport(try Backup.decode(file, password: request.password, as: format))
        )
      case .write(let tokens):
        let export = try Export.encode(
          tokens,
          as: format ?? .otpauth,
          password: request.password,
          at: request.time,
          randomness: SystemRandomness()
        )
        return BackupAnswer.encoded(BackupReport(export, of: tokens))
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

  /// Puts what `Interchange` wrote, and what it could not, into the words that both processes know.
  init(_ export: Export, of tokens: [Token]) {
    var entries: [Entry] = []
    for loss in export.losses {
      entries.append(
        Entry(
          index: loss.index,
          label: tokens[loss.index].label,
          token: .failure(Reason(loss.part.words))
        )
      )
    }
    self.init(
      format: export.format.rawValue,
      title: export.format.title,
      entries: entries,
      file: export.file
    )
  }
}

extension Export.Part {
  /// What is lost, in words.
  var words: String {
    switch self {
    case .token: "the format has no such codes: the token is left out"
    case .spentToken: "its counter is used up: the token is left out"
    case .tags: "not all of its tags have a place in the format"
    case .note: "its note has no place in the format"
    case .issuer: "its issuer would come back as another"
    case .favourite: "that it is a favourite has no place in the format"
    }
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
  /// A format's name that is none.
  static var unknownFormat: BackupRefusal {
    let names = Format.allCases.map(\.rawValue).joined(separator: ", ")
    return BackupRefusal(.unreadable, "there is no such format", hint: "the names are \(names)")
  }

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
    case .unsupported(let format, .direction):
      self.init(.unreadable, "\(format.title) is read and not written")
    case .unsupported(let format, .cipher):
      self.init(.unreadable, "\(format.title): this cipher, or a password at all, is not supported")
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
