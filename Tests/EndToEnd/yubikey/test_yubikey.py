# SPDX-License-Identifier: MIT
"""`totp yubikey` against a virtual card behind the real pcscd."""

import base64
import hashlib
import json
import os
import socket
import time

import pyotp
import pytest

import pcscd
from terminal import Terminal

HELLO = "48656c6c6f21deadbeef"
RFC = "3132333435363738393031323334353637383930"
USUAL = [
    {"id": "GitHub:ana", "secret": HELLO},
    {"id": "GitHub:bob", "secret": RFC, "digits": 8, "algorithm": "SHA256"},
    {"id": "60/Slow:me", "secret": HELLO},
    {"id": "Bank:x", "secret": RFC, "type": "hotp"},
    {"id": "Careful:me", "secret": HELLO, "touch": True},
    {"id": "Steam:player", "secret": HELLO},
    {"id": "alone", "secret": HELLO},
]


@pytest.fixture
def key(fresh):
    """The program, with no vault: the key needs none."""
    if pcscd.SOCKET_VARIABLE in os.environ:
        fresh.environment[pcscd.SOCKET_VARIABLE] = os.environ[pcscd.SOCKET_VARIABLE]
    return lambda *arguments, **options: fresh("yubikey", *arguments, **options)


def listed(key, *arguments):
    return json.loads(key("list", "--json", *arguments, check=0).stdout)


def base32(secret):
    """pyotp wants 14 bytes; zeros at the end don't change an HMAC."""
    return base64.b32encode(bytes.fromhex(secret).ljust(14, b"\0")).decode()


def now(secret=HELLO, **options):
    """What pyotp says at this moment, and at the end of the call if that is another step."""
    return pyotp.TOTP(base32(secret), **options).now()


def code(key, query, expected, *arguments):
    """The step may end between the two of them."""
    for _ in range(3):
        before = expected()
        text = key("code", query, *arguments, check=0).stdout.decode()
        assert text.endswith("\n")
        if before == expected():
            assert text[:-1] == before
            return
    raise AssertionError("no time stood still")


def table(key):
    return [line.split() for line in key("code", check=0).stdout.decode().splitlines()]


def test_list(insert, key):
    insert(USUAL, "--serial", 12345678)
    done = key("list", check=0)
    assert done.stderr == b""
    lines = [line.split() for line in done.stdout.decode().splitlines()]
    assert ["GitHub", "ana", "totp"] in lines and ["Careful", "me", "totp", "touch"] in lines
    document = listed(key)
    assert document["serial"] == 12345678 and document["version"] == "5.4.3"
    assert "Virtual PCD" in document["reader"]
    credentials = {c["account"] if not c["issuer"] else c["issuer"] + ":" + c["account"]: c
                   for c in document["credentials"]}
    assert len(credentials) == len(USUAL)
    assert credentials["GitHub:bob"] == {
        "issuer": "GitHub", "account": "bob", "type": "totp", "algorithm": "SHA256",
        "digits": 8, "period": 30, "touch": False,
    }
    assert credentials["Slow:me"]["period"] == 60
    assert credentials["Bank:x"]["type"] == "hotp" and "period" not in credentials["Bank:x"]
    assert credentials["Careful:me"]["touch"] is True
    assert credentials["Steam:player"]["type"] == "steam"


def test_codes_agree_with_pyotp(insert, key):
    insert(USUAL)
    code(key, "ana", now)
    code(key, "bob", lambda: now(RFC, digits=8, digest=hashlib.sha256))
    code(key, "slow", lambda: now(interval=60))
    code(key, "alone", now)
    document = json.loads(key("code", "ana", "--json", check=0).stdout)
    assert document["valid_until"] - document["valid_from"] == 30
    assert 0 < document["remaining"] <= 30 and len(document["code"]) == 6
    assert key("code", "ana", "-n", check=0).stdout.strip() != b""


def test_steam_in_steams_letters(insert, key):
    insert(USUAL)
    steam = pyotp.contrib.Steam(base32(HELLO))
    code(key, "steam", steam.now)


def test_counters_move_only_when_asked(insert, key):
    insert(USUAL)
    assert ["counts", "Bank:x"] in table(key)
    listed(key)
    for expected in (b"755224\n", b"287082\n", b"359152\n"):
        assert key("code", "bank", check=0).stdout == expected


def test_touch_is_announced_on_stderr(insert, key):
    insert(USUAL, "--touch-delay", 0.3)
    assert ["touch", "Careful:me"] in table(key)
    done = key("code", "careful", check=0)
    assert b"touch your YubiKey" in done.stderr and len(done.stdout) == 7


def test_no_touch_in_time(insert, key):
    insert(USUAL, "--touch", "no")
    done = key("code", "careful")
    assert done.returncode == 9 and done.stdout == b"" and b"not touched in time" in done.stderr


def test_queries(insert, key):
    insert(USUAL)
    done = key("code", "github")
    assert done.returncode == 4 and done.stdout == b""
    assert b"GitHub:ana" in done.stderr and b"GitHub:bob" in done.stderr
    assert key("code", "nobody").returncode == 3
    code(key, "GITHUB:ANA", now)


@pytest.mark.parametrize("chunk", [3, 17, 100, 248, 254])
def test_long_answers_are_cut_anywhere(insert, key, chunk):
    entries = [{"id": f"Issuer {n}:account{n}", "secret": HELLO} for n in range(40)]
    insert(entries, "--chunk", chunk)
    assert len(listed(key)["credentials"]) == 40


def test_lengths_that_lie_are_not_believed(insert, key):
    insert([{"id": f"Issuer {n}:a", "secret": HELLO} for n in range(40)], "--lying-lengths")
    assert len(listed(key)["credentials"]) == 40


def test_an_answer_without_end_ends(insert, key):
    insert([{"id": f"Issuer {n}:a", "secret": HELLO} for n in range(40)], "--endless")
    done = key("list", timeout=5)
    assert done.returncode == 9 and b"does not come to an end" in done.stderr


def test_names_that_are_no_text(insert, key):
    insert([{"id_hex": "fffe41", "secret": HELLO}, {"id": "99999999999999999999/x", "secret": HELLO}])
    accounts = {c["account"] for c in listed(key)["credentials"]}
    assert accounts == {"\\xff\\xfeA", "99999999999999999999/x"}
    code(key, "\\xff\\xfeA", now)


@pytest.fixture
def password_file(tmp_path):
    def write(text):
        path = tmp_path / "password"
        path.write_text(text + "\n")
        path.chmod(0o600)
        return path

    return write


def test_a_locked_key_wants_its_password(insert, key, fresh, password_file):
    insert(USUAL, "--password", "pässword", "--serial", 7)
    done = key("list", start_new_session=True)
    assert done.returncode == 9 and b"--password-file" in done.stderr
    assert len(listed(key, "--password-file", password_file("pässword"))["credentials"]) == 7
    done = key("list", "--password-file", password_file("guess"))
    assert done.returncode == 9 and b"wrong password" in done.stderr and b"guess" not in done.stderr
    terminal = Terminal([fresh.path, "yubikey", "code", "ana"], fresh.environment)
    terminal.wait_for(b"Password of YubiKey 7: ")
    terminal.wait_until_silent()
    terminal.type("pässword\n".encode())
    assert terminal.finish() == 0


def test_a_card_that_does_not_know_its_own_key_is_refused(insert, key, password_file):
    insert(USUAL, "--password", "password", "--impostor")
    done = key("list", "--password-file", password_file("password"))
    assert done.returncode == 9 and b"another one" in done.stderr and done.stdout == b""


def test_what_was_unlocked_is_locked_again(insert, key, password_file):
    insert(USUAL, "--password", "password")
    listed(key, "--password-file", password_file("password"))
    assert key("list", start_new_session=True).returncode == 9


def test_several_keys_are_told_apart(insert, key):
    insert([{"id": "first", "secret": HELLO}], "--serial", 1)
    insert([{"id": "second", "secret": HELLO}], "--serial", 2)
    done = key("list")
    assert done.returncode == 8 and done.stdout == b""
    assert b"--device" in done.stderr and done.stderr.count(b"Virtual PCD") == 2
    assert listed(key, "--device", 2)["credentials"][0]["account"] == "second"
    assert listed(key, "--reader", "pcd 00 00")["credentials"][0]["account"] == "first"
    assert key("list", env={"TOTP_YUBIKEY": "2"}, check=0).stdout.startswith(b"second")
    assert key("list", "--device", 3).returncode == 8
    assert key("list", "--reader", "nothing like it").returncode == 8


def test_a_card_without_the_application_is_passed_over(insert, key):
    insert([], "--no-oath")
    done = key("list")
    assert done.returncode == 9 and b"no OATH application" in done.stderr
    insert([{"id": "second", "secret": HELLO}])
    assert key("list", check=0).stdout.startswith(b"second")


def test_no_card(service, key):
    done = key("list")
    assert done.returncode == 8 and b"no card" in done.stderr and done.stdout == b""


def test_another_program_has_the_card_for_itself(insert, key):
    insert(USUAL)
    with pcscd.Holder(exclusive=True):
        start = time.monotonic()
        done = key("list")
        assert 2.5 < time.monotonic() - start < 6
        assert done.returncode == 8 and b"scdaemon" in done.stderr
        assert b"waiting" in done.stderr
    key("list", check=0)


def test_another_program_is_busy_with_the_card(insert, key, fresh):
    insert(USUAL)
    with pcscd.Holder():
        terminal = Terminal([fresh.path, "yubikey", "list"], fresh.environment)
        terminal.wait_for(b"waiting")
    assert terminal.finish() == 0
    assert b"GitHub" in terminal.seen
    terminal.close()


def test_a_card_that_is_taken_out_while_it_waits_for_a_touch(insert, key, fresh):
    card = insert(USUAL, "--touch-delay", 60)
    terminal = Terminal([fresh.path, "yubikey", "code", "careful"], fresh.environment)
    terminal.wait_for(b"touch your YubiKey")
    card.remove()
    assert terminal.finish(5) == 8
    terminal.close()


def test_only_short_commands_are_sent(insert, key, tmp_path):
    log = tmp_path / "log"
    insert([{"id": "x" * 60, "secret": HELLO}] * 1, "--log", log)
    key("list", check=0)
    commands = [bytes.fromhex(line) for line in log.read_text().split()]
    assert commands and all(len(c) <= 261 and c[-1] == 0 for c in commands)


def test_no_service(key):
    environment = {pcscd.SOCKET_VARIABLE: "/nonexistent/pcscd.comm"}
    start = time.monotonic()
    done = key("list", env=environment)
    assert time.monotonic() - start < 0.2
    assert done.returncode == 8 and b"pcscd is not running" in done.stderr


def test_a_service_that_does_not_answer(key, tmp_path):
    path = tmp_path / "pcscd.comm"
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(path))
        silent.listen()
        done = key("list", env={pcscd.SOCKET_VARIABLE: str(path)}, timeout=8)
    assert done.returncode == 8 and b"restart pcscd" in done.stderr and done.stdout == b""
