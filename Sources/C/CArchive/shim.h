// SPDX-License-Identifier: MIT
#pragma once
#include <archive.h>
#include <archive_entry.h>
#include <stdlib.h>
#include <time.h>

// libarchive turns the times in an archive into ours, for which the C library would open a file. Nobody
// asks for them.
static inline void archive_start(void) {
  setenv("TZ", "UTC0", 1);
  tzset();
}
