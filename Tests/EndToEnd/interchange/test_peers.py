# SPDX-License-Identifier: MIT
"""What `totp export` encrypts, opened by libraries that share no code with it."""

import base64
import hashlib
import json
import re

import pytest
from argon2.low_level import Type, hash_secret_raw
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from harness import R

PASSWORD = b"correct battery"
URI = f"otpauth://totp/Site:ana?secret={R}&issuer=Site&algorithm=SHA256&digits=8&period=60"


@pytest.fixture
def exported(totp, tmp_path):
    totp.add_uri(URI)

    def export(format, *arguments):
        path = tmp_path / format
        totp("export", "--format", format, "-o", path, *arguments, check=0)
        return path.read_bytes()

    return export


def opened(key, nonce, sealed):
    try:
        return AESGCM(key).decrypt(nonce, sealed, None)
    except InvalidTag:
        pytest.fail("the key does not open it")


def test_aegis_opens_by_scrypt_and_gcm(exported):
    backup = json.loads(exported("aegis", "--password-command", "echo correct battery"))
    [slot] = backup["header"]["slots"]
    key = hashlib.scrypt(PASSWORD, salt=bytes.fromhex(slot["salt"]), n=slot["n"], r=slot["r"], p=slot["p"],
                         maxmem=1 << 27, dklen=32)
    unhex = bytes.fromhex
    parameters = slot["key_params"]
    master = opened(key, unhex(parameters["nonce"]), unhex(slot["key"]) + unhex(parameters["tag"]))
    parameters = backup["header"]["params"]
    database = json.loads(
        opened(master, unhex(parameters["nonce"]), base64.b64decode(backup["db"]) + unhex(parameters["tag"]))
    )
    [entry] = database["entries"]
    assert (entry["type"], entry["issuer"], entry["name"]) == ("totp", "Site", "ana")
    assert entry["info"] == {"secret": R, "algo": "SHA256", "digits": 8, "period": 60}


def test_2fas_opens_by_pbkdf2_and_gcm(exported):
    backup = json.loads(exported("2fas", "--password-command", "echo correct battery"))
    data, salt, nonce = map(base64.b64decode, backup["servicesEncrypted"].split(":"))
    key = hashlib.pbkdf2_hmac("sha256", PASSWORD, salt, 10_000, 32)
    [service] = json.loads(opened(key, nonce, data))
    assert service["secret"] == R
    assert service["otp"]["algorithm"] == "SHA256" and service["otp"]["digits"] == 8


def test_stratum_opens_by_argon2_and_gcm(exported):
    backup = exported("stratum", "--password-command", "echo correct battery")
    assert backup[:16] == b"AUTHENTICATORPRO"
    key = hash_secret_raw(PASSWORD, backup[16:32], 3, 1 << 16, 4, 32, Type.ID)
    [entry] = json.loads(opened(key, backup[32:44], backup[44:]))["Authenticators"]
    assert (entry["Secret"], entry["Type"], entry["Algorithm"], entry["Period"]) == (R, 2, 1, 60)


def test_each_export_has_salts_and_nonces_of_its_own(totp, tmp_path):
    totp.add_uri(URI)
    files = set()
    for format in ("aegis", "2fas", "stratum"):
        for turn in range(2):
            path = tmp_path / f"{format}{turn}"
            totp("export", "--format", format, "--password-command", "echo x", "-o", path, check=0)
            files.add(path.read_bytes()[-40:])
    assert len(files) == 6


def test_plain_json_is_what_a_json_library_reads(exported):
    assert json.loads(exported("bitwarden"))["items"][0]["login"]["totp"].startswith("otpauth://totp/Site:ana?")
    assert json.loads(exported("andotp"))[0]["secret"] == R
    secret = json.loads(exported("freeotp-plus"))["tokens"][0]["secret"]
    assert bytes(b % 256 for b in secret) == base64.b32decode(R)


def test_the_codes_of_a_page_are_read_by_zxing(exported, tmp_path):
    zxingcpp = pytest.importorskip("zxingcpp")
    image = pytest.importorskip("PIL.Image")
    draw = pytest.importorskip("PIL.ImageDraw")
    page = exported("html").decode()
    side = int(re.search(r'viewBox="0 0 (\d+) ', page).group(1))
    picture = image.new("L", (side * 4, side * 4), 255)
    pen = draw.Draw(picture)
    for x, y in re.findall(r"M(\d+),(\d+)h1v1h-1z", page):
        pen.rectangle((int(x) * 4, int(y) * 4, int(x) * 4 + 3, int(y) * 4 + 3), fill=0)
    [code] = zxingcpp.read_barcodes(picture)
    assert code.text.startswith("otpauth://totp/Site:ana?secret=" + R)
