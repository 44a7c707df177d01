// SPDX-License-Identifier: MIT
#pragma once
#include <sqlite3.h>

// SQLITE_STATIC is a cast, which Swift does not import; so is what it would be used for: nothing is bound.

// The header's two bytes that say "write-ahead log" are set back to "journal": a log can't be had from
// memory, and the database is a copy of ours.
static inline int sqlite_open_copy(sqlite3 **database, unsigned char *bytes, sqlite3_int64 count) {
  int result = sqlite3_open_v2(":memory:", database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY, 0);
  if (result != SQLITE_OK) return result;
  sqlite3_limit(*database, SQLITE_LIMIT_LENGTH, 1 << 20);
  sqlite3_db_config(*database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  sqlite3_db_config(*database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  if (count > 20 && bytes[18] == 2) bytes[18] = bytes[19] = 1;
  return sqlite3_deserialize(*database, "main", bytes, count, count, SQLITE_DESERIALIZE_READONLY);
}
