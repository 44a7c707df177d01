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

  /// How much a command may print beyond its first line, in bytes.
  private static let mostDrained = 1 << 20

  /// The longest passphrase in bytes.
  package static let longest = 4096

  /// Reads the passphrase: the first line without its LF or CR LF, any bytes but NUL.
  ///
  /// - Returns: the passphrase.
  /// - Throws: ``ShellError``.
  package func read() throws(ShellError) -> SecretBytes {
    let line: SecretBytes?
    switch self {
    case .descriptor(let descriptor):
      line = try Input.line(
        fromDescriptor: descriptor,
        subject: "file descriptor \(descriptor)",
        limit: Self.longest
      )
    case .file(let path):
      line = try Self.firstLine(ofFile: path)
    case .command(let command):
      line = try Self.firstLine(ofCommand: command)
    }
    guard let line = consume line else { throw .noPassphrase }
    guard !line.withBytes({ bytes in bytes.indices.contains { bytes[$0] == 0 } }) else {
      throw .unusablePassphrase
    }
    return line
  }

  /// fstat(2): what is checked is what is read, whatever the path leads to by then.
  private static func firstLine(ofFile path: String) throws(ShellError) -> SecretBytes? {
    let descriptor = unsafe linux_open(path, O_RDONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { throw .system(.open, subject: path, errno: errno) }
    defer { close(descriptor) }
    var status = stat()
    // The pointer is good for the call.
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw .system(.open, subject: path, errno: errno)
    }
    // A pipe, as `<(…)` makes it, has modes that say nothing of who can read it.
    let isRegular = status.st_mode & S_IFMT == S_IFREG
    guard !isRegular || status.st_mode & 0o077 == 0 else {
      throw .exposedPassphraseFile(path: path, mode: status.st_mode & 0o7777)
    }
    return try Input.line(fromDescriptor: descriptor, subject: path, limit: longest)
  }

  /// Runs `/bin/sh -c COMMAND` with the program's own standard input and error.
  ///
  /// posix_spawn(3), waitpid(2)
  private static func firstLine(ofCommand command: String) throws(ShellError) -> SecretBytes? {
    var ends: [Int32] = [-1, -1]
    // The array has room for the two descriptors.
    guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else {
      throw .system(.start, subject: "the passphrase command", errno: errno)
    }
    let child: Int32
    do throws(ShellError) {
      child = try Child.start(
        "/bin/sh",
        arguments: ["sh", "-c", command],
        standardOutput: ends[1]
      )
    } catch {
      close(ends[0])
      close(ends[1])
      throw error
    }
    close(ends[1])
    let line = Result { () throws(ShellError) in
      SecretBox(
        try Input.line(
          fromDescriptor: ends[0],
          subject: "the passphrase command",
          limit: longest
        )
      )
    }
    // A command that prints somewhat more may end in peace; one that goes on for ever gets SIGPIPE.
    var rest = [UInt8](repeating: 0, count: 4096)
    var drained = 0
    while drained < mostDrained {
      // The array has room for what is read, and what is read is wiped with it.
      let count = unsafe Glibc.read(ends[0], &rest, rest.count)
      guard count > 0 else { break }
      drained += count
    }
    close(ends[0])
    var span = rest.mutableSpan
    wipe(&span)
    let status = Child.wait(for: child)
    guard status == 0 else { throw .passphraseCommand(status: status) }
    return try line.get().take()
  }
}
