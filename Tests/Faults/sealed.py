# SPDX-License-Identifier: MIT
"""Vaults written and read without `totp`: PyNaCl, argon2-cffi and the decoder of docs/open_vault.py.

The cost of a passphrase is the least that the bounds allow, so that opening takes no time.
"""

import hashlib
import importlib.util
import os
import pathlib

from argon2.low_level import Type, hash_secret_raw
from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_decrypt as open_sealed
from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_encrypt as seal

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHEAPEST = (1, 8192)  # passes, bytes


def _page():
    spec = importlib.util.spec_from_file_location("open_vault", ROOT / "docs" / "open_vault.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


page = _page()


def varint(number):
    out = b""
    while number >= 0x80:
        out += bytes([number & 0x7F | 0x80])
        number >>= 7
    return out + bytes([number])


def field(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def token(account, secret, *, issuer=b"", kind=1, counter=0, note=b"", at=1700000000):
    """One token, as vault.proto has it."""
    body = field(1, os.urandom(16)) + field(2, at) + field(3, at)
    body += field(4, issuer) * bool(issuer) + field(5, account) + field(6, secret)
    body += field(7, kind) + field(8, 1) + field(9, 6)
    body += field(11, counter) * bool(counter) if kind == 2 else field(10, 30)
    return body + field(14, note) * bool(note)


def vault(tokens, passphrase, cost=CHEAPEST):
    """Returns a vault with one passphrase slot, its key, and its header without the checksum."""
    vault_id, slot_id = os.urandom(16), os.urandom(16)
    key, salt, nonce = os.urandom(32), os.urandom(16), os.urandom(24)
    operations, memory = cost
    wrapping = hash_secret_raw(passphrase, salt, operations, memory // 1024, 1, 32, Type.ID)
    wrapped = seal(key, page.MAGIC + vault_id + slot_id, nonce, wrapping)
    kdf = field(1, salt) + field(2, operations) + field(3, memory) + field(4, 1)
    slot = field(1, slot_id) + field(2, b"cheap") + field(4, nonce) + field(5, wrapped)
    header = field(1, vault_id) + field(2, 1) + field(3, slot + field(10, kdf))
    return sealed(header, payload(tokens), key), key, header


def payload(tokens):
    return b"".join(field(1, each) for each in tokens)


def sealed(header, message, key):
    """The file of a header without its checksum, a payload without its padding, and a key."""
    start = page.MAGIC + (len(header) + 18).to_bytes(4, "big") + header
    start += field(15, hashlib.blake2b(start, digest_size=16).digest())
    padded = message + b"\x80"
    padded += b"\0" * (-len(padded) % 1024)
    nonce = os.urandom(24)
    return start + nonce + seal(padded, start, nonce, key)


class Contents:
    """What a vault holds, without what no two runs have in common: ids, times, nonces, salts."""

    def __init__(self, data, passphrases):
        """Opens with the first passphrase that does; raises SystemExit or CryptoError for none."""
        header, end = page.read_header(data)
        for self.passphrase in passphrases:
            try:
                self.key = page.unlock(header, self.passphrase)
                break
            except SystemExit:
                if self.passphrase == passphrases[-1]:
                    raise
        padded = open_sealed(data[end + 24 :], data[:end], data[end : end + 24], self.key)
        message = padded.rstrip(b"\0")
        assert message.endswith(b"\x80"), "the padding is not as described"
        self.tokens, self.deleted, self.counters = [], 0, {}
        for number, value, _ in page.fields(message[:-1]):
            if number == 1:
                self._take(value)
            elif number == 2:
                self.deleted += 1
        self.tokens.sort()
        self.slot_count = sum(number == 3 for number, _, _ in page.fields(header))

    def _take(self, record):
        known = page.message(record)
        tags = tuple(value for number, value, _ in page.fields(record) if number == 13)
        texts = tuple(known.get(number, b"") for number in (5, 4, 6, 14))
        self.tokens.append((texts, tags, known[7], known.get(11, 0)))
        self.counters[known.get(5, b"")] = known.get(11, 0)

    @property
    def state(self):
        return self.tokens, self.deleted, self.slot_count, self.passphrase
