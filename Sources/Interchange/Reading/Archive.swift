// SPDX-License-Identifier: MIT
import CArchive
import OTPCore
import Secrets

/// A zip archive in memory, WinZip's AES included.
enum Archive {
  /// The most files that are looked at.
  private static let mostFiles = 1000

  /// What reading one file out of an archive led to.
  enum Finding {
    /// The file's contents.
    case contents(Secret)
    /// No file has such a name.
    case none
    /// The file is encrypted, and there is no password, or a wrong one.
    case locked
    /// The archive is damaged.
    case damaged
    /// The file is longer than ``Backup/mostBytes``.
    case tooLarge
  }

  /// Whether bytes look like a zip archive.
  static func isZip(_ file: Secret) -> Bool {
    file.withBytes { $0.begins(with: "PK\u{3}\u{4}") }
  }

  /// Reads the first file whose name ends like this, whatever the case.
  ///
  /// - Parameters:
  ///   - file: the archive.
  ///   - suffixes: the names' ends, in small letters.
  ///   - password: what opens encrypted files.
  /// - Returns: the contents, or why there are none.
  ///
  /// libarchive: `archive_read_open_memory`.
  static func read(_ file: Secret, named suffixes: [String], password: Secret?) -> Finding {
    // Sound: the archive is made and unmade here, and the file's bytes outlive it.
    guard let archive = unsafe archive_read_new() else { return .damaged }
    defer { unsafe archive_read_free(archive) }
    unsafe archive_read_support_format_zip(archive)
    if let password {
      let text = SecretBytes(capacity: password.count + 1) { output in
        password.withBytes { output.append(contentsOf: $0) }
        output.append(0)
      }
      // Sound: a C string for the call, which copies it.
      unsafe text.span.withUnsafeBytes { bytes in
        _ = unsafe archive_read_add_passphrase(
          archive,
          bytes.bindMemory(to: CChar.self).baseAddress
        )
      }
    }
    return file.withBytes { bytes in
      // Sound: the bytes outlive the closure, in which all reading is done.
      unsafe bytes.withUnsafeBytes { bytes in
        guard
          unsafe archive_read_open_memory(archive, bytes.baseAddress, bytes.count) == ARCHIVE_OK
        else { return .damaged }
        return unsafe find(archive, suffixes)
      }
    }
  }

  /// Unpacks bytes that gzip packed.
  ///
  /// - Parameter file: the packed bytes.
  /// - Returns: the bytes, or `nil` when they are damaged or more than ``Backup/mostBytes``.
  ///
  /// libarchive: `archive_read_support_format_raw`.
  static func unpack(_ file: Secret) -> Secret? {
    // Sound: the archive is made and unmade here, and the file's bytes outlive it.
    guard let archive = unsafe archive_read_new() else { return nil }
    defer { unsafe archive_read_free(archive) }
    unsafe archive_read_support_filter_gzip(archive)
    unsafe archive_read_support_format_raw(archive)
    let finding = file.withBytes { bytes -> Finding in
      // Sound: the bytes outlive the closure, in which all reading is done.
      unsafe bytes.withUnsafeBytes { bytes in
        var entry: OpaquePointer?
        guard
          unsafe archive_read_open_memory(archive, bytes.baseAddress, bytes.count) == ARCHIVE_OK,
          unsafe archive_read_next_header(archive, &entry) == ARCHIVE_OK
        else { return .damaged }
        return unsafe contents(archive, isEncrypted: false)
      }
    }
    guard case .contents(let contents) = finding else { return nil }
    return contents
  }

  private static func find(_ archive: OpaquePointer, _ suffixes: [String]) -> Finding {
    var entry: OpaquePointer?
    for _ in 0..<mostFiles {
      // Sound: the entry is good until the next header is read.
      let result = unsafe archive_read_next_header(archive, &entry)
      if result == ARCHIVE_EOF { return .none }
      guard result == ARCHIVE_OK || result == ARCHIVE_WARN else { return .damaged }
      guard let pointer = unsafe archive_entry_pathname(entry) else { continue }
      let name = unsafe String(cString: pointer).lowercased()
      guard suffixes.contains(where: { name.hasSuffix($0) }) else { continue }
      return unsafe contents(archive, isEncrypted: archive_entry_is_encrypted(entry) != 0)
    }
    return .none
  }

  private static func contents(_ archive: OpaquePointer, isEncrypted: Bool) -> Finding {
    var whole: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      // Sound: the array is as long as the count says.
      let count = unsafe archive_read_data(archive, &chunk, chunk.count)
      if count == 0 { break }
      // A wrong password is found by two bytes, or by the checksum at the end.
      guard count > 0 else { return isEncrypted ? .locked : .damaged }
      guard whole.count + count <= Backup.mostBytes else { return .tooLarge }
      whole += chunk[..<count]
    }
    let secret = Secret(whole)
    var bytes = whole.mutableSpan
    wipe(&bytes)
    var rest = chunk.mutableSpan
    wipe(&rest)
    return .contents(secret)
  }
}
