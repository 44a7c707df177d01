// SPDX-License-Identifier: MIT
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

// open(2) takes a variable number of arguments, which Swift does not import in every overlay.
static inline int linux_open(const char *path, int flags, mode_t mode) {
  return open(path, flags, mode);
}

// pipe2(2) is declared for _GNU_SOURCE alone.
int pipe2(int ends[2], int flags);

// strerrordesc_np(3) likewise.
const char *strerrordesc_np(int number);

// readlink(2) into bytes that are no C string yet.
static inline ssize_t linux_readlink(const char *path, unsigned char *bytes, size_t count) {
  return readlink(path, (char *)bytes, count);
}

// The environment pointer is a mutable global, which Swift 6 refuses.
extern char **environ;
static inline char **linux_environment(void) { return environ; }

// prctl(2) takes a variable number of arguments: no core, and no other process of the user's may look
// into the memory.
static inline int linux_keep_memory_private(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

// POSIX_SPAWN_SETSID, which glibc declares for _GNU_SOURCE alone.
static const short linux_spawn_setsid = 0x80;

// pidfd_open(2) has no wrapper in glibc before 2.36.
static inline int linux_pidfd_open(pid_t process) {
  return (int)syscall(SYS_pidfd_open, process, 0);
}

// adjtimex(2), reading alone: whether the clock is synchronised, and by how many microseconds it may be off.
static inline int linux_clock_state(long *most_error) {
  struct timex state = {0};
  int result = adjtimex(&state);
  *most_error = state.maxerror;
  return result < 0 || (state.status & STA_UNSYNC) ? 0 : 1;
}

// getrlimit(2) of the memory that may be kept out of the swap space, in bytes.
static inline unsigned long long linux_lockable_memory(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_MEMLOCK, &limit) == 0 ? (unsigned long long)limit.rlim_cur : 0;
}
