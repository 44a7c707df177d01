// SPDX-License-Identifier: MIT
import CLinux
import Glibc
package import Secrets

/// Where a passphrase comes from when nobody is to be asked.
package enum PassphraseSource: Equatable, Sendable {
  /// An open file descriptor, read up to the end of its first line.
  case descriptor(Int32)
  /// A file's first line; the file is nobody else's to read.
  case file(String)
  /// The first line that a shell command prints.
  case command(String)

  /// The longest passphrase in bytes.
  package static let longest = 4096

  /// What gives the passphrase of a vault, for messages.
  static let options =
    "--passphrase-file F, --passphrase-fd N, --passphrase-command C, TOTP_PASSPHRASE_FILE and "
    + "TOTP_PASSPHRASE_COMMAND"

  /// How long nobody may write into a named pipe, in seconds.
  private static let patienceSeconds = 10

  /// Reads the passphrase: the first line without its LF or CR LF, any bytes but NUL.
  ///
  /// - Returns: the passphrase.
  /// - Throws: ``ShellError``, each case of which is about passphrases.
  package func read() throws(ShellError) -> SecretBytes {
    let line: SecretBytes?
    do throws(ShellError) {
      line = try firstLine()
    } catch .system(let operation, let subject, let number) {
      throw .unreadablePassphrase(operation, subject: subject, errno: number)
    } catch .inputTooLong(let subject, let limit) {
      throw .passphraseTooLong(subject: subject, limit: limit)
    }
    guard let line = consume line else { throw .emptyPassphraseSource(subject: subject) }
    guard !line.withBytes({ bytes in bytes.indices.contains { bytes[$0] == 0 } }) else {
      throw .unusablePassphrase
    }
    return line
  }

  /// What messages call the source; a command's own text may hold more than is good to show.
  private var subject: String {
    switch self {
    case .descriptor(let descriptor): "file descriptor \(descriptor)"
    case .file(let path): path
    case .command: "what the passphrase command prints"
    }
  }

  private func firstLine() throws(ShellError) -> SecretBytes? {
    switch self {
    case .descriptor(let descriptor):
      try Input.line(fromDescriptor: descriptor, subject: subject, limit: Self.longest)
    case .file(let path):
      try Self.firstLine(ofFile: path)
    case .command(let command):
      try PassphraseCommand.firstLine(of: command, subject: subject, limit: Self.longest)
    }
  }

  /// fstat(2): what is checked is what is read, whatever the path leads to by then.
  private static func firstLine(ofFile path: String) throws(ShellError) -> SecretBytes? {
    // Without waiting for a named pipe's other end, which might never come.
    let descriptor = unsafe linux_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0)
    guard descriptor >= 0 else { throw .system(.open, subject: path, errno: errno) }
    defer { close(descriptor) }
    var status = stat()
    // The pointer is good for the call.
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw .system(.open, subject: path, errno: errno)
    }
    let kind = status.st_mode & S_IFMT
    // A pipe, as `<(…)` makes it, has modes that say nothing of who can read it.
    guard kind != S_IFREG || status.st_mode & 0o077 == 0 else {
      throw .exposedPassphraseFile(path: path, mode: status.st_mode & 0o7777)
    }
    if kind == S_IFIFO {
      var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      // The pointer is good for the call, and for the one descriptor that is counted.
      var ready: Int32
      repeat {
        ready = unsafe poll(&watched, 1, Int32(patienceSeconds * 1000))
      } while ready < 0 && errno == EINTR
      guard ready > 0 else {
        throw .silentPassphraseSource(subject: path, seconds: patienceSeconds)
      }
    }
    _ = fcntl(descriptor, F_SETFL, O_RDONLY)
    return try Input.line(fromDescriptor: descriptor, subject: path, limit: longest)
  }
}
