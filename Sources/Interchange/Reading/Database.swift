// SPDX-License-Identifier: MIT
import CSQLite
import OTPCore
import Secrets

/// An SQLite database in memory, which can only be read.
///
/// SQLite keeps its own copies of what it reads, in memory that ends with the worker.
@safe
struct Database: ~Copyable {
  /// The most rows that are read.
  static let mostRows = 100_000

  private let handle: OpaquePointer
  private let bytes: UnsafeMutableBufferPointer<UInt8>

  /// Opens a database.
  ///
  /// - Parameter file: the database file; a journal beside it is not known here.
  ///
  /// `sqlite3_deserialize`
  init?(_ file: Secret) {
    guard file.withBytes({ $0.begins(with: "SQLite format 3\0") }) else { return nil }
    // Sound: the copy is made here, filled before it is used, and lives until the database is closed.
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: file.count)
    file.withBytes { bytes in
      for index in bytes.indices { unsafe copy.initializeElement(at: index, to: bytes[index]) }
    }
    var opened: OpaquePointer?
    let result = unsafe sqlite_open_copy(&opened, copy.baseAddress, sqlite3_int64(file.count))
    guard result == SQLITE_OK, let opened = unsafe opened else {
      // A handle that could not be opened has to be closed all the same.
      unsafe sqlite3_close(opened)
      unsafe copy.deallocate()
      return nil
    }
    unsafe handle = opened
    unsafe bytes = copy
  }

  deinit {
    // Sound: both were made in `init`, and nothing uses them after this.
    unsafe sqlite3_close(handle)
    unsafe bytes.deallocate()
  }

  /// Runs a query.
  ///
  /// - Parameter query: SQL of ours.
  /// - Returns: the rows, each value as text; `nil` when the database has no such columns or is damaged.
  borrowing func rows(_ query: String) -> [[Secret?]]? {
    var statement: OpaquePointer?
    // Sound: the statement is made and unmade here, and a column's bytes are copied before the next step.
    guard unsafe sqlite3_prepare_v2(handle, query, -1, &statement, nil) == SQLITE_OK else {
      return nil
    }
    defer { unsafe sqlite3_finalize(statement) }
    var rows: [[Secret?]] = []
    while true {
      // Sound: as above.
      switch unsafe sqlite3_step(statement) {
      case SQLITE_DONE: return rows
      case SQLITE_ROW where rows.count < Self.mostRows:
        rows.append(
          unsafe (0..<sqlite3_column_count(statement)).map { unsafe Self.value(statement, $0) }
        )
      default: return nil
      }
    }
  }

  private static func value(_ statement: OpaquePointer?, _ column: Int32) -> Secret? {
    // Sound: the text is good for the count that SQLite tells, until the next step.
    guard let text = unsafe sqlite3_column_text(statement, column) else { return nil }
    let count = unsafe Int(sqlite3_column_bytes(statement, column))
    let span = unsafe Span(_unsafeStart: text, count: count)
    return Secret(SecretBytes(copying: span))
  }
}
