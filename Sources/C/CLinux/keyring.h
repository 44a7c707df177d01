// SPDX-License-Identifier: MIT
#pragma once
#include <linux/keyctl.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// add_key(2) and keyctl(2) have no wrappers in the C library, and syscall(2) takes a variable number
// of arguments. Each of these returns -1 and sets errno when it fails.

// The user may view, read, search and link; nobody else may do anything. Possessors have no rights of
// their own: a process that became another user (su, sudo) still possesses what the session keyring of
// the first one leads to.
static const uint32_t linux_key_permissions = 0x001b0000;

// Adds a key of the type "user" to the thread's own keyring, which nobody else sees.
static inline int32_t linux_key_add(const char *description, const void *payload, size_t count) {
  return (int32_t)syscall(SYS_add_key, "user", description, payload, count,
                          (long)KEY_SPEC_THREAD_KEYRING);
}

static inline int32_t linux_key_set_permissions(int32_t key, uint32_t permissions) {
  return (int32_t)syscall(SYS_keyctl, (long)KEYCTL_SETPERM, (long)key, (long)permissions);
}

static inline int32_t linux_key_set_timeout(int32_t key, uint32_t seconds) {
  return (int32_t)syscall(SYS_keyctl, (long)KEYCTL_SET_TIMEOUT, (long)key, (long)seconds);
}

// Links a key into the user's keyring, in the place of one of its type and description.
static inline int32_t linux_key_link(int32_t key) {
  return (int32_t)syscall(SYS_keyctl, (long)KEYCTL_LINK, (long)key, (long)KEY_SPEC_USER_KEYRING);
}

// Unlinks a key from the thread's own keyring; without another link it is gone.
static inline int32_t linux_key_release(int32_t key) {
  return (int32_t)syscall(SYS_keyctl, (long)KEYCTL_UNLINK, (long)key,
                          (long)KEY_SPEC_THREAD_KEYRING);
}

static inline int32_t linux_key_unlink(int32_t key) {
  return (int32_t)syscall(SYS_keyctl, (long)KEYCTL_UNLINK, (long)key, (long)KEY_SPEC_USER_KEYRING);
}

static inline int32_t linux_key_find(const char *description) {
  return (int32_t)syscall(SYS_keyctl, (long)KEYCTL_SEARCH, (long)KEY_SPEC_USER_KEYRING, "user",
                          description, 0L);
}

// Reads what a key holds: how many bytes there are, of which at most `count` are written.
static inline ssize_t linux_key_read(int32_t key, void *bytes, size_t count) {
  return syscall(SYS_keyctl, (long)KEYCTL_READ, (long)key, bytes, count);
}

// Reads which keys are in the user's keyring: how many bytes their numbers take, as above.
static inline ssize_t linux_user_keyring_read(int32_t *keys, size_t byte_count) {
  return linux_key_read(KEY_SPEC_USER_KEYRING, keys, byte_count);
}

// Reads "type;uid;gid;permissions;description" and a NUL: how many bytes there are, as above.
static inline ssize_t linux_key_describe(int32_t key, unsigned char *text, size_t count) {
  return syscall(SYS_keyctl, (long)KEYCTL_DESCRIBE, (long)key, text, count);
}

// Makes a key impossible to find at once; what it holds is wiped soon.
static inline int32_t linux_key_invalidate(int32_t key) {
  return (int32_t)syscall(SYS_keyctl, (long)KEYCTL_INVALIDATE, (long)key);
}
