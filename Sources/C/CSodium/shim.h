// SPDX-License-Identifier: MIT
#pragma once
#include <sodium.h>

// libsodium declares its pointers never null, while an empty Swift buffer may have a null one. These
// take both: a length of 0 goes with any pointer.
static const unsigned char sodium_nothing = 0;

static inline int sodium_seal(unsigned char *sealed, unsigned long long *sealed_count,
                              const unsigned char *plain, size_t plain_count,
                              const unsigned char *associated, size_t associated_count,
                              const unsigned char *nonce, const unsigned char *key) {
  return crypto_aead_xchacha20poly1305_ietf_encrypt(
      sealed, sealed_count, plain ? plain : &sodium_nothing, plain_count,
      associated ? associated : &sodium_nothing, associated_count, NULL, nonce, key);
}

static inline int sodium_open(unsigned char *plain, unsigned long long *plain_count,
                              const unsigned char *sealed, size_t sealed_count,
                              const unsigned char *associated, size_t associated_count,
                              const unsigned char *nonce, const unsigned char *key) {
  unsigned char spare;
  return crypto_aead_xchacha20poly1305_ietf_decrypt(
      plain ? plain : &spare, plain_count, NULL, sealed, sealed_count,
      associated ? associated : &sodium_nothing, associated_count, nonce, key);
}

// Without a place for the plaintext, libsodium checks the tag and decrypts nothing.
static inline int sodium_verify(const unsigned char *sealed, size_t sealed_count,
                                const unsigned char *associated, size_t associated_count,
                                const unsigned char *nonce, const unsigned char *key) {
  return crypto_aead_xchacha20poly1305_ietf_decrypt(
      NULL, NULL, NULL, sealed, sealed_count, associated ? associated : &sodium_nothing,
      associated_count, nonce, key);
}

static inline int sodium_derive(unsigned char *key, size_t key_count,
                                const unsigned char *passphrase, size_t passphrase_count,
                                const unsigned char *salt, unsigned long long operations,
                                size_t memory) {
  return crypto_pwhash(key, key_count, passphrase ? (const char *)passphrase : "",
                       passphrase_count, salt, operations, memory,
                       crypto_pwhash_ALG_ARGON2ID13);
}

static inline int sodium_digest(unsigned char *digest, size_t digest_count,
                                const unsigned char *bytes, size_t count) {
  return crypto_generichash(digest, digest_count, bytes ? bytes : &sodium_nothing, count, NULL,
                            0);
}

static inline int sodium_keyed_digest(unsigned char *digest, size_t digest_count,
                                      const unsigned char *bytes, size_t count,
                                      const unsigned char *key, size_t key_count) {
  return crypto_generichash(digest, digest_count, bytes ? bytes : &sodium_nothing, count,
                            key_count ? key : NULL, key_count);
}
