# SPDX-License-Identifier: MIT
"""The vault's format as strangers see it: PyNaCl, argon2-cffi and protoc."""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import urllib.parse

import pytest
from argon2.low_level import Type, hash_secret_raw
from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_decrypt as open_sealed
from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_encrypt as seal

from harness import J, PASSPHRASE, R, ROOT, T

URIS = [
    f"otpauth://totp/GitHub:ana?secret={J}&issuer=GitHub",
    f"otpauth://hotp/Bank:x?secret={R}&issuer=Bank&counter=18446744073709551615&digits=8",
    f"otpauth://totp/M%C3%BCnze:%C3%A9?secret={R}&issuer=M%C3%BCnze&algorithm=SHA512&period=60",
    f"otpauth://steam/Steam:me?secret={J}&issuer=Steam",
]


def page():
    spec = importlib.util.spec_from_file_location("open_vault", ROOT / "docs" / "open_vault.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def parsed(uri):
    parts = urllib.parse.urlsplit(uri)
    query = dict(urllib.parse.parse_qsl(parts.query))
    defaults = {"algorithm": "SHA1", "digits": "6"}
    if parts.netloc == "steam":
        defaults["digits"] = "5"
    if parts.netloc != "hotp":
        defaults["period"] = "30"
    return parts.netloc, urllib.parse.unquote(parts.path), {**defaults, **query}


def test_the_page_of_python_opens_a_vault(totp):
    totp.add_uri(*URIS)
    done = subprocess.run(
        [sys.executable, ROOT / "docs" / "open_vault.py", totp.vault],
        input=PASSPHRASE.encode() + b"\n",
        capture_output=True,
    )
    assert done.returncode == 0, done
    assert [parsed(u) for u in done.stdout.decode().split()] == [parsed(u) for u in URIS]


def run_page(path, passphrase=PASSPHRASE):
    return subprocess.run(
        [sys.executable, ROOT / "docs" / "open_vault.py", path],
        input=passphrase.encode(),
        capture_output=True,
    )


def test_the_page_of_python_tells_what_is_wrong(totp):
    whole = totp.bytes()

    def words(data, passphrase=PASSPHRASE):
        totp.vault.write_bytes(data)
        done = run_page(totp.vault, passphrase)
        assert done.returncode == 1 and done.stdout == b"" and b"Traceback" not in done.stderr
        return done.stderr.decode().strip()

    def flipped(at):
        return whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]

    assert words(whole, "guess") == "no key slot opens with this passphrase"
    assert words(flipped(-1 % len(whole))) == "the vault's payload is damaged"
    for at in (14, 20, 40, 100, 190):
        assert words(flipped(at)) == "the vault's header is damaged"
    for length in (10, 13, 50, 200, 14 + int.from_bytes(whole[10:14], "big") + 39):
        assert words(whole[:length]) == "the vault is cut short"
    for data in (b"", b"abc", flipped(9)):
        assert words(data) == "this is no totp vault of version 1"
    totp.vault.unlink()
    assert b"No such file" in run_page(totp.vault).stderr


def opened(totp):
    page_ = page()
    data = totp.bytes()
    end = 14 + int.from_bytes(data[10:14], "big")
    key = page_.unlock(data[14:end], PASSPHRASE.encode())
    padded = open_sealed(data[end + 24 :], data[:end], data[end : end + 24], key)
    return data, end, key, padded


def sealed_again(data, end, key, payload):
    padded = payload + b"\x80"
    padded += b"\0" * (1024 - len(padded))
    nonce = os.urandom(24)
    return data[:end] + nonce + seal(padded, data[:end], nonce, key)


def test_the_schema_is_protobuf(totp):
    protoc = shutil.which("protoc")
    if not protoc:
        pytest.skip("protoc is not installed")
    totp.add_uri(*URIS)
    totp("rm", "Bank", "--yes", check=0)
    data, end, _, padded = opened(totp)

    def decode(name, content):
        done = subprocess.run(
            [protoc, f"--proto_path={ROOT / 'docs'}", f"--decode=totp.vault.v1.{name}", "vault.proto"],
            input=content,
            capture_output=True,
        )
        assert done.returncode == 0, done
        return done.stdout.decode()

    header = decode("Header", data[14:end])
    assert "cipher_suite: XCHACHA20_POLY1305" in header and "algorithm: ARGON2ID_13" in header
    payload = decode("Payload", padded.rstrip(b"\0")[:-1])
    assert payload.count("tokens {") == 3 and payload.count("tombstones {") == 1
    assert 'issuer: "GitHub"' in payload and "type: STEAM" in payload
    # A field without a name would be one that the schema does not know.
    names = [line.split(":")[0].split("{")[0].strip() for line in payload.splitlines()]
    assert not any(name.isdigit() for name in names)


def field(number, value):
    """Encodes one field by hand."""

    def varint(n):
        out = b""
        while n >= 0x80:
            out += bytes([n & 0x7F | 0x80])
            n >>= 7
        return out + bytes([n])

    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def foreign_vault(
    memory=64 << 20, operations=2, payload=b"", slots_before=b"", header_extra=b"", derives=True
):
    """Writes a vault from the description alone."""
    magic, vault_id, slot_id = b"totpvault\x01", os.urandom(16), os.urandom(16)
    key, salt, nonce = os.urandom(32), os.urandom(16), os.urandom(24)
    if derives:
        wrapping = hash_secret_raw(
            PASSPHRASE.encode(), salt, operations, memory // 1024, 1, 32, Type.ID
        )
    else:
        wrapping = bytes(32)
    wrapped = seal(key, magic + vault_id + slot_id, nonce, wrapping)
    kdf = field(1, salt) + field(2, operations) + field(3, memory) + field(4, 1)
    slot = field(1, slot_id) + field(2, b"by hand") + field(4, nonce) + field(5, wrapped)
    slot += field(10, kdf) + field(77, b"unknown in the slot")
    header = field(1, vault_id) + field(2, 1) + slots_before + field(3, slot) + header_extra
    length = len(header) + 18
    start = magic + length.to_bytes(4, "big") + header
    start += field(15, hashlib.blake2b(start, digest_size=16).digest())
    return sealed_again(start, len(start), key, payload)


def token(extra=b"", kind=1, **label):
    body = field(1, os.urandom(16)) + field(2, T) + field(3, T)
    body += field(4, label.get("issuer", b"Site")) + field(5, label.get("account", b"me"))
    body += field(6, b"Hello!\xde\xad\xbe\xef") + field(7, kind) + field(8, 1) + field(9, 6)
    return body + field(10, 30) + extra


@pytest.fixture
def foreign(fresh):
    fresh.vault.parent.mkdir(mode=0o700)

    def write(**options):
        fresh.vault.write_bytes(foreign_vault(**options))
        fresh.vault.chmod(0o600)
        return fresh

    return write


def test_a_vault_that_python_wrote_opens(foreign):
    totp = foreign(payload=field(1, token()))
    assert totp.code("site") == "324550"


def test_the_page_of_python_leaves_out_what_it_does_not_know(foreign):
    odd = field(1, token(kind=42)) + field(1, token(extra=field(8, 9)))
    totp = foreign(payload=odd + field(1, token(issuer=b"Known")))
    done = run_page(totp.vault)
    assert done.returncode == 0 and done.stdout.startswith(b"otpauth://totp/Known:me?")
    assert done.stderr.count(b"left out") == 2


def test_the_page_of_python_bounds_what_a_file_asks_for(foreign):
    totp = foreign(memory=64 << 30, derives=False)
    assert b"more memory or work than is safe" in run_page(totp.vault).stderr


def test_what_is_not_known_is_kept_byte_for_byte(foreign):
    odd = field(99, b"unknown in the token")
    newer = field(1, token(kind=42, account=b"of the future") + odd)
    unknown_slot = field(3, field(1, bytes(16)) + field(20, b"a kind to come"))
    totp = foreign(
        payload=field(1, token(extra=odd)) + newer + field(50, b"unknown in the payload"),
        slots_before=unknown_slot,
        header_extra=field(60, b"unknown in the header"),
    )
    assert [t["account"] for t in totp.list()] == ["me"]
    totp("edit", "me", "--note", "changed", check=0)
    totp("add", "other", input=R, check=0)
    secret = totp.folder / "new"
    secret.write_text("another")
    secret.chmod(0o600)
    totp("vault", "passwd", "--new-passphrase-file", secret, check=0)
    totp.environment["TOTP_PASSPHRASE_FILE"] = str(secret)
    data = totp.bytes()
    end = 14 + int.from_bytes(data[10:14], "big")
    assert unknown_slot in data[:end] and field(60, b"unknown in the header") in data[:end]
    key = page().unlock(data[14:end], b"another")
    padded = open_sealed(data[end + 24 :], data[:end], data[end : end + 24], key)
    assert padded.count(odd) == 2 and newer in padded
    assert field(50, b"unknown in the payload") in padded and b"changed" in padded
    assert totp("code", "future").returncode == 6
    assert totp("vault", "check").returncode == 6


@pytest.mark.parametrize(
    "memory, operations",
    [(64 << 30, 3), (2**63, 1), (0, 1), (1024, 1), (64 << 20, 0), (1 << 30, 10**6)],
)
def test_costs_out_of_bounds_are_refused_before_anything_is_asked(foreign, memory, operations):
    totp = foreign(memory=memory, operations=operations, derives=False)
    before = totp.bytes()
    done = totp("code", "x", timeout=5)
    assert done.returncode == 6 and b"out of bounds" in done.stderr and totp.bytes() == before


def test_the_size_does_not_tell_the_number_of_tokens(totp):
    sizes = set()
    for n in range(4):
        totp("add", f"t{n}", input=J, check=0)
        sizes.add(len(totp.bytes()))
    assert len(sizes) == 1


def test_the_worked_example_of_the_description_is_true(fresh):
    text = (ROOT / "docs" / "vault-format.md").read_text()
    blocks = text.split("The file, ")[1].split("\n\n")[1]
    data = bytes.fromhex(blocks.replace("\n", "").replace(" ", ""))
    fresh.vault.parent.mkdir(mode=0o700)
    fresh.vault.write_bytes(data)
    fresh.vault.chmod(0o600)
    done = fresh("code", "ana", "--at", T, "--passphrase-fd", 0, input="correct horse\n", check=0)
    assert done.stdout == b"324550\n"
    end = 14 + int.from_bytes(data[10:14], "big")
    assert page().unlock(data[14:end], b"correct horse") == bytes(range(0x50, 0x70))


def test_an_id_that_two_tokens_have_names_neither(foreign):
    twin = token(account=b"good")
    other = twin.replace(b"good", b"evil")
    totp = foreign(payload=field(1, twin) + field(1, other))
    before = totp.bytes()
    for arguments in (("rm", "evil", "--yes"), ("edit", "evil", "--note", "x")):
        done = totp(*arguments)
        assert done.returncode == 6 and b"several tokens have the id" in done.stderr
    assert totp.bytes() == before
