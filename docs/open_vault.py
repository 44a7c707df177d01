#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Opens a totp vault of version 1 without totp, and prints its tokens as otpauth:// URIs.

    pip install pynacl argon2-cffi
    python3 open_vault.py vault.totp                 # asks for the passphrase
    python3 open_vault.py vault.totp < passphrase    # reads its first line
    python3 open_vault.py vault.totp totp.key        # opens it with a key file

A recovery code is given where a passphrase is.

The format is described in vault-format.md; the messages are those of vault.proto, read by hand so
that nothing else is needed.
"""

import base64
import getpass
import hashlib
import sys
import unicodedata
import urllib.parse

from argon2.low_level import Type, hash_secret_raw
from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_decrypt as open_sealed
from nacl.exceptions import CryptoError

MAGIC = b"totpvault\x01"
SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
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


def recovery_code(text):
    """The 16 bytes of a code, or None for other text. The fifth symbol of each group and the last
    twelve bits find mistakes, and are only compared here."""
    text = text.decode(errors="replace").upper().translate(str.maketrans("OILU", "011V", " -\t"))
    if len(text) != 35 or any(symbol not in SYMBOLS for symbol in text):
        return None
    groups = [text[at : at + 4] for at in range(0, 35, 5)]
    bits = 0
    for symbol in "".join(groups):
        bits = bits << 5 | SYMBOLS.index(symbol)
    code = (bits >> 12).to_bytes(16, "big")
    return code if write_code(code) == "-".join(text[at : at + 5] for at in range(0, 35, 5)) else None


def write_code(code):
    digest = int.from_bytes(hashlib.blake2b(code, digest_size=16).digest()[:2], "big") >> 4
    bits = int.from_bytes(code, "big") << 12 | digest
    groups = []
    for number in range(1, 8):
        symbols = [bits >> 20 * (7 - number) + 5 * (3 - place) & 31 for place in range(4)]
        check = number
        for place, symbol in enumerate(symbols):
            for _ in range(place + 1):  # times x, modulo x^5 + x^2 + 1
                symbol = symbol << 1 ^ (0x25 if symbol & 16 else 0)
            check ^= symbol
        groups.append("".join(SYMBOLS[symbol] for symbol in [*symbols, check]))
    return "-".join(groups)


def passphrases(typed):
    """What is tried: the passphrase in normalization form C, then as it was typed."""
    try:
        composed = unicodedata.normalize("NFC", typed.decode()).encode()
    except UnicodeDecodeError:
        composed = typed
    return [typed] if composed == typed else [composed, typed]


def argon2id(passphrase, kdf):
    if not (8192 <= kdf[3] <= MOST_MEMORY and 1 <= kdf[2] and kdf[2] * kdf[3] <= MOST_WORK):
        sys.exit("a key slot asks for more memory or work than is safe")
    return hash_secret_raw(
        passphrase,
        kdf[1],
        time_cost=kdf[2],
        memory_cost=kdf[3] // 1024,
        parallelism=1,
        hash_len=32,
        type=Type.ID,
    )


def slot_keys(slot, passphrase, key_file):
    """The keys that a slot may be sealed under; none for a kind that is not given or not known."""
    if 10 in slot and passphrase is not None:
        kdf = message(slot[10])
        if kdf.get(4) == 1:
            yield from (argon2id(form, kdf) for form in passphrases(passphrase))
    secret = key_file if 11 in slot else passphrase and recovery_code(passphrase)
    hashed = message(slot.get(11) or slot.get(12) or b"")
    if secret and hashed.get(2) == 1:
        yield hashlib.blake2b(secret, key=hashed[1], digest_size=32).digest()


def unlock(header, passphrase=None, key_file=None):
    vault_id = message(header)[1]
    for number, slot, _ in fields(header):
        if number != 3:
            continue
        slot = message(slot)
        for key in slot_keys(slot, passphrase, key_file):
            try:
                return open_sealed(slot[5], MAGIC + vault_id + slot[1], slot[4], key)
            except CryptoError:
                pass
    sys.exit(f"no key slot opens with this {'key file' if passphrase is None else 'passphrase'}")


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
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: open_vault.py vault.totp [KEY-FILE]")
    contents = []
    for path in sys.argv[1:]:
        try:
            with open(path, "rb") as file:
                contents.append(file.read())
        except OSError as error:
            sys.exit(str(error))
    data, *key_file = contents
    header, end = read_header(data)
    if key_file:
        key = unlock(header, key_file=key_file[0])
    elif sys.stdin.isatty():
        key = unlock(header, getpass.getpass("Passphrase: ").encode())
    else:
        key = unlock(header, sys.stdin.buffer.readline().rstrip(b"\n").removesuffix(b"\r"))
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
