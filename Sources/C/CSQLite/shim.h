// SPDX-License-Identifier: MIT
#pragma once
#include <sqlite3.h>

// Ends a query that has had its steps: a view can compute for ever.
static inline int sqlite_stop(void *nothing) {
  (void)nothing;
  return 1;
}
enum { sqlite_most_steps = 20000000 };

// Opens a database in memory that can only be read. The header's two bytes that say "write-ahead log" are set back to "journal": a log can't be had from
// memory, and the database is a copy of ours.
static inline int sqlite_open_copy(sqlite3 **database, unsigned char *bytes, sqlite3_int64 count) {
  int result = sqlite3_open_v2(":memory:", database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY, 0);
  if (result != SQLITE_OK) return result;
  sqlite3_limit(*database, SQLITE_LIMIT_LENGTH, 1 << 20);
  sqlite3_db_config(*database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  sqlite3_db_config(*database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  sqlite3_progress_handler(*database, sqlite_most_steps, sqlite_stop, 0);
  if (count > 20 && bytes[18] == 2) bytes[18] = bytes[19] = 1;
  return sqlite3_deserialize(*database, "main", bytes, count, count, SQLITE_DESERIALIZE_READONLY);
}
