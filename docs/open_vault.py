#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Opens a totp vault of version 1 without totp, and prints its tokens as otpauth:// URIs.

    pip install pynacl argon2-cffi
    python3 open_vault.py vault.totp                 # asks for the passphrase
    python3 open_vault.py vault.totp < passphrase    # reads its first line

The format is described in vault-format.md; the messages are those of vault.proto, read by hand so
that nothing else is needed.
"""

import base64
import getpass
import hashlib
import sys
import urllib.parse

from argon2.low_level import Type, hash_secret_raw
from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_decrypt as open_sealed
from nacl.exceptions import CryptoError

MAGIC = b"totpvault\x01"
MOST_MEMORY, MOST_WORK = 2 << 30, 32 << 30  # bytes; a file that asks for more means harm


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def fields(data):
    """Yields (field number, value, offset of the field); a value is an integer or bytes.

    Raises IndexError, KeyError or ValueError where data is no message.
    """
    at = 0
    while at < len(data):
        start = at
        tag, at = varint(data, at)
        kind = tag & 7
        if kind == 0:
            value, at = varint(data, at)
        else:
            length, at = varint(data, at) if kind == 2 else ({1: 8, 5: 4}[kind], at)
            if length > len(data) - at:
                raise ValueError("a field is cut short")
            value, at = data[at : at + length], at + length
        yield tag >> 3, value, start


def message(data):
    """The last value of each field."""
    return {number: value for number, value, _ in fields(data)}


def unlock(header, passphrase):
    vault_id = message(header)[1]
    for number, slot, _ in fields(header):
        if number != 3:
            continue
        slot = message(slot)
        if 10 not in slot:
            continue
        kdf = message(slot[10])
        if kdf.get(4) != 1:  # another key derivation than Argon2id
            continue
        if not (8192 <= kdf[3] <= MOST_MEMORY and 1 <= kdf[2] and kdf[2] * kdf[3] <= MOST_WORK):
            sys.exit("a key slot asks for more memory or work than is safe")
        key = hash_secret_raw(
            passphrase,
            kdf[1],
            time_cost=kdf[2],
            memory_cost=kdf[3] // 1024,
            parallelism=1,
            hash_len=32,
            type=Type.ID,
        )
        try:
            return open_sealed(slot[5], MAGIC + vault_id + slot[1], slot[4], key)
        except CryptoError:
            pass
    sys.exit("no key slot opens with this passphrase")


def uri(token):
    kind = {1: "totp", 2: "hotp", 3: "steam"}[token[7]]
    issuer, account = token.get(4, b"").decode(), token.get(5, b"").decode()
    quote = lambda text: urllib.parse.quote(text, safe="@")
    query = {"secret": base64.b32encode(token[6]).decode().rstrip("=")}
    if issuer:
        query["issuer"] = issuer
    query["algorithm"] = {1: "SHA1", 2: "SHA256", 3: "SHA512"}[token[8]]
    query["digits"] = token[9]
    if kind == "hotp":
        query["counter"] = token.get(11, 0)
    else:
        query["period"] = token[10]
    label = f"{quote(issuer)}:{quote(account)}" if issuer or ":" in account else quote(account)
    return f"otpauth://{kind}/{label}?{urllib.parse.urlencode(query, quote_via=urllib.parse.quote)}"


def read_header(data):
    """Returns the header and where it ends."""
    if not data.startswith(MAGIC):
        sys.exit("this is no totp vault of version 1")
    end = 14 + int.from_bytes(data[10:14], "big")
    if len(data) < end + 24 + 16:
        sys.exit("the vault is cut short")
    header = data[14:end]
    try:
        *_, (number, checksum, start) = fields(header)
        digest = hashlib.blake2b(data[: 14 + start], digest_size=16).digest()
        intact = (number, checksum) == (15, digest)
    except (IndexError, KeyError, ValueError):
        intact = False
    if not intact:
        sys.exit("the vault's header is damaged")
    if message(header).get(2) != 1:
        sys.exit("the vault is sealed in a way of a newer version")
    return header, end


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: open_vault.py vault.totp")
    try:
        with open(sys.argv[1], "rb") as file:
            data = file.read()
    except OSError as error:
        sys.exit(str(error))
    header, end = read_header(data)
    if sys.stdin.isatty():
        passphrase = getpass.getpass("Passphrase: ").encode()
    else:
        passphrase = sys.stdin.buffer.readline().rstrip(b"\n").removesuffix(b"\r")
    key = unlock(header, passphrase)
    try:
        padded = open_sealed(data[end + 24 :], data[:end], data[end : end + 24], key)
    except CryptoError:
        sys.exit("the vault's payload is damaged")
    payload = padded.rstrip(b"\0")[:-1]  # the padding is 0x80 and zeros

    for number, value, _ in fields(payload):
        if number != 1:
            continue
        try:
            print(uri(message(value)))
        except (IndexError, KeyError, ValueError):
            print("left out a token of a kind that a newer version made", file=sys.stderr)


if __name__ == "__main__":
    main()
