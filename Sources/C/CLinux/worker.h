// SPDX-License-Identifier: MIT
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

// What follows are enumerators or take them, which Swift imports as types of their own.

enum {
  linux_limit_memory = RLIMIT_AS,
  linux_limit_processor = RLIMIT_CPU,
  linux_limit_file_size = RLIMIT_FSIZE,
  linux_limit_core = RLIMIT_CORE,
  linux_limit_files = RLIMIT_NOFILE,
};

// Lowers a limit of this process for good, or leaves it where it is if that is lower still.
static inline int linux_lower_limit(int resource, rlim_t soft, rlim_t hard) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return -1;
  if (limit.rlim_cur > soft) limit.rlim_cur = soft;
  if (limit.rlim_max > hard) limit.rlim_max = hard;
  return setrlimit(resource, &limit);
}

// Makes two connected sockets which no program started later inherits.
static inline int linux_socket_pair(int ends[2]) {
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
}

// Sends without waiting, and without a signal when nobody listens.
static inline ssize_t linux_send(int socket, const void *bytes, size_t count) {
  return send(socket, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL);
}

// Receives without waiting.
static inline ssize_t linux_receive(int socket, void *bytes, size_t count) {
  return recv(socket, bytes, count, MSG_DONTWAIT);
}

// Says that nothing more will be sent.
static inline int linux_end_sending(int socket) { return shutdown(socket, SHUT_WR); }

// Copies a descriptor to a number above the standard streams.
static inline int linux_copy_above_standard(int descriptor) {
  return fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

// Whether a descriptor is a pipe without a name, which whoever made it has at its other end.
static inline int linux_is_nameless_pipe(int descriptor) {
  enum { pipefs = 0x50495045 };
  struct statfs system;
  return fstatfs(descriptor, &system) == 0 && system.f_type == pipefs;
}

// Declared for _GNU_SOURCE alone: closes every descriptor from `first` on (glibc 2.34).
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
