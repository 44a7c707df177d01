# SPDX-License-Identifier: MIT
"""QR pictures through the built program: `totp scan` and `totp add --scan`."""

import json
import struct
import subprocess
import zlib

import pytest

from harness import J, R, T
from terminal import Terminal


def draw(text, path, *arguments):
    """Draws a QR code with libqrencode's own program."""
    subprocess.run(["qrencode", "-o", str(path), *arguments], input=text.encode(), check=True)
    return path


def manifest(shared_folder):
    folder = shared_folder / "pictures" / "otp"
    entries = json.loads((folder / "manifest.json").read_text())
    return folder, entries


def scanned(program, path):
    done = program("scan", "--json", path)
    return done, json.loads(done.stdout) if done.stdout else []


def test_the_pictures_that_people_have(fresh, shared_folder):
    """Of 75 pictures with something to find, 69 is what zbarimg reads, inversion and all."""
    folder, entries = manifest(shared_folder)
    read, wrong, total = 0, [], 0
    for entry in entries:
        done, answer = scanned(fresh, folder / entry["file"])
        found = {payload["text"] for item in answer for payload in item["payloads"]}
        expected = set(entry["expected"])
        if not expected:
            assert done.returncode == 7, (entry["file"], done)
            assert b"totp: " in done.stderr
            continue
        total += 1
        if found == expected:
            assert done.returncode == 0
            read += 1
        else:
            wrong.append(entry["file"])
    print(f"{read} of {total} read; not read: {wrong}")
    assert total == 75 and read >= 69, wrong


def test_a_picture_becomes_a_token(fresh, tmp_path):
    picture = draw(f"otpauth://totp/GitHub:ana?secret={J}&issuer=GitHub", tmp_path / "qr.png")
    done = fresh("add", "--scan", picture, check=0)
    assert done.stdout == b"added GitHub:ana\n"
    assert fresh.code("github") == "324550"
    done = fresh("add", "--scan", "-", input=picture.read_bytes(), check=0)
    assert b"already" in done.stdout and len(fresh.list()) == 1


def test_scan_prints_the_text_and_add_reads_it(fresh, tmp_path):
    text = f"otpauth://totp/GitHub:ana?secret={J}&issuer=GitHub"
    picture = draw(text, tmp_path / "qr.png")
    done = fresh("scan", picture, check=0)
    assert done.stdout == text.encode() + b"\n"
    fresh("add", "--uri", "-", input=done.stdout, check=0)
    assert fresh.code("github") == "324550"


def test_scan_json_tells_the_token_without_its_secret_twice(fresh, tmp_path):
    picture = draw(f"otpauth://totp/GitHub:ana?secret={J}&issuer=GitHub", tmp_path / "qr.png")
    _, (item,) = scanned(fresh, picture)
    (payload,) = item["payloads"]
    assert item["file"] == str(picture)
    assert payload["token"]["issuer"] == "GitHub" and "secret" not in payload["token"]


def png_of(width, height, rows=b""):
    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(rows, 9))
        + chunk(b"IEND", b"")
    )


@pytest.fixture
def bad_pictures(tmp_path):
    good = draw(f"otpauth://totp/x?secret={J}", tmp_path / "good.png").read_bytes()
    pictures = {
        "empty": b"",
        "truncated": good[: len(good) // 2],
        "text": b"otpauth://totp/x?secret=" + J.encode() + b"\n",
        "bomb": png_of(60000, 60000, b"\x00" * (7501 * 60000 // 1000)),
        "no code": png_of(64, 64, (b"\x00" + b"\xff" * 8) * 64),
    }
    paths = {}
    for name, content in pictures.items():
        paths[name] = tmp_path / f"{name}.png"
        paths[name].write_bytes(content)
    return paths


@pytest.mark.parametrize("name", ["empty", "truncated", "text", "bomb", "no code"])
def test_a_bad_picture_is_told_and_changes_nothing(totp, bad_pictures, name):
    before = totp.bytes()
    sentences = set()
    for command in (("scan",), ("add", "--scan")):
        done = totp(*command, bad_pictures[name])
        assert done.returncode == 7 and done.stdout == b"", done
        assert done.stderr.startswith(b"totp: ") and J.encode() not in done.stderr
        sentences.add(done.stderr.splitlines()[0])
    assert totp.bytes() == before


def test_bad_pictures_get_sentences_of_their_own(totp, bad_pictures):
    sentences = {
        totp("scan", path).stderr.replace(str(path).encode(), b"") for path in bad_pictures.values()
    }
    assert len(sentences) == len(bad_pictures)


def test_a_code_that_is_no_token(totp, tmp_path):
    before = totp.bytes()
    picture = draw("https://example.com/", tmp_path / "web.png")
    done = totp("scan", picture, check=0)
    assert done.stdout == b"https://example.com/\n"
    done = totp("add", "--scan", picture)
    assert done.returncode == 7 and done.stdout == b"" and b"web address" in done.stderr
    assert totp.bytes() == before


def test_a_missing_picture_is_no_bad_picture(totp, tmp_path):
    for command in (("scan",), ("add", "--scan")):
        done = totp(*command, tmp_path / "none.png")
        assert done.returncode == 1 and b"no such file" in done.stderr


def test_several_pictures_and_one_of_them_bad(totp, tmp_path, bad_pictures):
    good = draw(f"otpauth://totp/GitHub:ana?secret={J}", tmp_path / "one.png")
    done = totp("scan", good, bad_pictures["no code"], check=0)
    assert done.stdout.count(b"\n") == 1 and b"no code.png" in done.stderr
    done = totp("scan", "--json", good, bad_pictures["no code"], check=0)
    first, second = json.loads(done.stdout)
    assert first["payloads"] and not second["payloads"] and second["error"]


def test_a_picture_with_an_export_adds_all_its_tokens(totp, shared_folder):
    folder, entries = manifest(shared_folder)
    names = [e["file"] for e in entries if e["file"].startswith("migration")]
    assert names
    several = 0
    for name in names:
        before = totp.bytes()
        done = totp("add", "--scan", folder / name, start_new_session=True)
        if done.returncode == 2:
            several += 1
            assert b"--all" in done.stderr and totp.bytes() == before
        totp("add", "--scan", folder / name, "--all", check=0)
    assert several and len(totp.list()) > len(names)


def test_the_worker_s_absence_is_told(totp, tmp_path):
    """The core alone, copied elsewhere, runs all but what needs its helpers."""
    import shutil

    alone = tmp_path / "elsewhere" / "totp"
    alone.parent.mkdir()
    shutil.copy(totp.path, alone)
    picture = draw(f"otpauth://totp/x?secret={J}", tmp_path / "qr.png")
    totp("add", "x", input=R, check=0)
    totp.path = str(alone)
    assert totp.code("x") == "921300"
    done = totp("scan", picture)
    assert done.returncode == 1 and b"totp-worker" in done.stderr
    done = totp("yubikey", "list", env={"PATH": "/usr/bin:/bin"})
    assert done.returncode == 1 and b"totp-yubikey" in done.stderr


def test_a_stranger_s_text_does_not_steer_the_terminal(fresh, tmp_path):
    text = "hi\x1b[2J\x07\u009b10m\u202eevil"
    picture = draw(text, tmp_path / "qr.png")
    terminal = Terminal([fresh.path, "scan", str(picture)], fresh.environment)
    assert terminal.finish() == 0
    assert b"hi\\u{1b}[2J\\u{7}\\u{9b}10m\\u{202e}evil" in terminal.seen
    assert fresh("scan", picture, check=0).stdout == text.encode() + b"\n"
    done, (item,) = scanned(fresh, picture)
    assert item["payloads"][0]["text"] == text and "\u009b".encode() not in done.stdout


@pytest.fixture
def export(fresh, tmp_path):
    """Twelve tokens in two pictures of Google's form, as another vault draws them."""
    other = fresh.__class__(tmp_path / "other").init()
    for number in range(12):
        other("add", f"Site{number}:me", input=J, check=0)
    other("qr", "--migration", "--png", tmp_path / "all.png", check=0)
    return [tmp_path / "all-1.png", tmp_path / "all-2.png"]


def test_an_export_over_several_pictures_comes_in_at_once(totp, export):
    done = totp("add", "--all", "--scan", export[0])
    assert done.returncode == 0 and b"missing: 2" in done.stderr and len(totp.list()) == 10
    done = totp("add", "--all", "--scan", export[1], "--scan", export[0], "--scan", export[1], check=0)
    assert b"missing" not in done.stderr and len(totp.list()) == 12
    # A picture that is given twice says nothing twice.
    assert len(done.stdout.splitlines()) == 12


def test_some_of_several_tokens_can_be_chosen(totp, export):
    pictures = ("--scan", export[0], "--scan", export[1])
    done = totp("add", *pictures, start_new_session=True)
    assert done.returncode == 2 and b"--only" in done.stderr and totp.list() == []
    totp("add", *pictures, "--only", "site3", "--only", "site11", check=0)
    assert [t["issuer"] for t in totp.list()] == ["Site3", "Site11"]
    done = totp("add", *pictures, "--only", "site4", "--only", "nobody")
    assert done.returncode == 3 and len(totp.list()) == 2


def test_one_picture_without_a_token_keeps_all_out(totp, export, tmp_path):
    subprocess.run(["qrencode", "-o", tmp_path / "web.png", "https://example.com"], check=True)
    done = totp("add", "--all", "--scan", export[0], "--scan", tmp_path / "web.png")
    assert done.returncode == 7 and b"web.png" in done.stderr and totp.list() == []
