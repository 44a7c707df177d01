// SPDX-License-Identifier: MIT
#pragma once
#include <argon2.h>
#include <stddef.h>
#include <string.h>

// Version 1.3 on one thread whatever the lanes: the worker may start none. 0 is success.
static inline int argon2_key(int is_d, uint32_t passes, uint32_t kibibytes, uint32_t lanes,
                             const uint8_t *password, size_t password_count, const uint8_t *salt,
                             size_t salt_count, uint8_t *key, size_t key_count) {
  argon2_context context;
  memset(&context, 0, sizeof context);
  context.out = key;
  context.outlen = (uint32_t)key_count;
  context.pwd = (uint8_t *)password;
  context.pwdlen = (uint32_t)password_count;
  context.salt = (uint8_t *)salt;
  context.saltlen = (uint32_t)salt_count;
  context.t_cost = passes;
  context.m_cost = kibibytes;
  context.lanes = lanes;
  context.threads = 1;
  context.version = ARGON2_VERSION_13;
  context.flags = ARGON2_DEFAULT_FLAGS;
  return argon2_ctx(&context, is_d ? Argon2_d : Argon2_id);
}
