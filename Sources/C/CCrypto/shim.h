// SPDX-License-Identifier: MIT
#pragma once
#include <limits.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <stddef.h>
#include <stdint.h>

// Starts libcrypto without its configuration file, which the worker could not open.
static inline int crypto_start(void) {
  return OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, 0);
}

// Each wrapper is one operation of libcrypto with its context made and unmade; 1 is success. Counts are
// checked here, since libcrypto's are ints.

static inline int crypto_gcm(int sealing, const uint8_t *key, const uint8_t *nonce, size_t nonce_count,
                             const uint8_t *extra, size_t extra_count, const uint8_t *input,
                             size_t count, uint8_t *output, uint8_t *tag) {
  if (count > INT_MAX || extra_count > INT_MAX || nonce_count > INT_MAX) return 0;
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  if (!context) return 0;
  int written = 0;
  uint8_t rest[16];
  int done =
      EVP_CipherInit_ex(context, EVP_aes_256_gcm(), 0, 0, 0, sealing) == 1 &&
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, (int)nonce_count, 0) == 1 &&
      EVP_CipherInit_ex(context, 0, 0, key, nonce, sealing) == 1 &&
      (sealing || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, tag) == 1) &&
      (extra_count == 0 ||
       EVP_CipherUpdate(context, 0, &written, extra, (int)extra_count) == 1) &&
      (count == 0 || EVP_CipherUpdate(context, output, &written, input, (int)count) == 1) &&
      EVP_CipherFinal_ex(context, rest, &written) == 1 &&
      (!sealing || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, tag) == 1);
  EVP_CIPHER_CTX_free(context);
  return done;
}

// CBC with a key of 16 or 32 bytes; the padding, if it is to be there, is checked and left out of `written`.
static inline int crypto_cbc_open(const uint8_t *key, size_t key_count, const uint8_t *vector,
                                  int is_padded, const uint8_t *input, size_t count,
                                  uint8_t *output, size_t *written) {
  if (count > INT_MAX || count % 16 != 0 || (key_count != 16 && key_count != 32)) return 0;
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  if (!context) return 0;
  int first = 0, last = 0;
  const EVP_CIPHER *cipher = key_count == 32 ? EVP_aes_256_cbc() : EVP_aes_128_cbc();
  int done = EVP_DecryptInit_ex(context, cipher, 0, key, vector) == 1 &&
             EVP_CIPHER_CTX_set_padding(context, is_padded) == 1 &&
             EVP_DecryptUpdate(context, output, &first, input, (int)count) == 1 &&
             EVP_DecryptFinal_ex(context, output + first, &last) == 1;
  EVP_CIPHER_CTX_free(context);
  *written = done ? (size_t)(first + last) : 0;
  return done;
}

// AES-256 in ECB over whole blocks, again and again in place: KeePass's older key derivation.
static inline int crypto_ecb_rounds(const uint8_t *key, uint64_t rounds, uint8_t *blocks,
                                    size_t count) {
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  if (!context || count > 64) return 0;
  int written = 0;
  int done = EVP_EncryptInit_ex(context, EVP_aes_256_ecb(), 0, key, 0) == 1 &&
             EVP_CIPHER_CTX_set_padding(context, 0) == 1;
  for (uint64_t round = 0; done && round < rounds; round++)
    done = EVP_EncryptUpdate(context, blocks, &written, blocks, (int)count) == 1;
  EVP_CIPHER_CTX_free(context);
  return done;
}

// 1, 256 and 512 name the hash.
static inline const EVP_MD *crypto_hash(int name) {
  return name == 1 ? EVP_sha1() : name == 256 ? EVP_sha256() : EVP_sha512();
}

static inline int crypto_pbkdf2(int hash, const uint8_t *password, size_t password_count,
                                const uint8_t *salt, size_t salt_count, int rounds, uint8_t *key,
                                size_t key_count) {
  if (password_count > INT_MAX || salt_count > INT_MAX || rounds < 1) return 0;
  return PKCS5_PBKDF2_HMAC((const char *)password, (int)password_count, salt, (int)salt_count,
                           rounds, crypto_hash(hash), (int)key_count, key);
}

static inline int crypto_scrypt(const uint8_t *password, size_t password_count, const uint8_t *salt,
                                size_t salt_count, uint64_t n, uint64_t r, uint64_t p,
                                uint64_t most_memory, uint8_t *key, size_t key_count) {
  return EVP_PBE_scrypt((const char *)password, password_count, salt, salt_count, n, r, p,
                        most_memory, key, key_count);
}

static inline int crypto_digest(int hash, const uint8_t *input, size_t count, uint8_t *output) {
  return EVP_Digest(input, count, output, 0, crypto_hash(hash), 0);
}

static inline int crypto_hmac(int hash, const uint8_t *key, size_t key_count, const uint8_t *input,
                              size_t count, uint8_t *output) {
  return key_count <= INT_MAX && HMAC(crypto_hash(hash), key, (int)key_count, input, count, output, 0) != 0;
}
