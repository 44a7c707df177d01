# SPDX-License-Identifier: MIT
"""QR pictures through the built program: `totp scan` and `totp add --scan`."""

import base64
import json
import os
import pathlib
import struct
import subprocess
import threading
import time
import zlib
from urllib.parse import quote

import pytest

import hostile
from harness import J, R, STAGE, T
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


def measured(program, *arguments):
    """Runs the program; its status, its words, seconds, and the most MiB that it or its worker had."""
    words = program.folder / "words"
    start = time.monotonic()
    with open(words, "wb") as stream:
        child = subprocess.Popen(
            [program.path, *map(str, arguments)], env=program.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=stream)
        _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode, words.read_bytes(), time.monotonic() - start, usage.ru_maxrss / 1024


@pytest.fixture(scope="module")
def hostile_pictures():
    return hostile.pictures()


def test_hostile_pictures_end_soon_and_small_and_with_a_sentence(fresh, hostile_pictures):
    wrong = []
    for name, content in hostile_pictures.items():
        picture = fresh.folder / name
        picture.write_bytes(content)
        status, words, seconds, mebibytes = measured(fresh, "scan", picture)
        print(f"{name:32} {status} {seconds:5.2f} s {mebibytes:4.0f} MiB {words.splitlines()[0].decode()}")
        good = status == 7 and words.startswith(b"totp: ") and seconds < 5 and mebibytes < 512
        if not good or b"crashed" in words:
            wrong.append((name, status, seconds, mebibytes, words))
    assert not wrong


def test_what_is_no_file_ends_soon(fresh):
    folder = fresh.folder / "a folder"
    folder.mkdir()
    pipe = fresh.folder / "pipe"
    os.mkfifo(pipe)
    for path, cause in (
        (folder, b"folder"), (pipe, b"within 4 s"), ("/dev/null", b"empty"), ("/dev/zero", b"64 MiB"),
        ("/dev/urandom", b"64 MiB"),
    ):
        status, words, seconds, mebibytes = measured(fresh, "scan", path)
        assert status == 7 and cause in words and seconds < 5 and mebibytes < 512, (path, words, seconds)


def test_a_pipe_with_a_picture_is_read(fresh, tmp_path):
    text = f"otpauth://totp/x?secret={J}"
    picture = draw(text, tmp_path / "qr.png").read_bytes()
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(picture))
    writer.start()
    done = fresh("scan", pipe, check=0)
    writer.join()
    assert done.stdout == text.encode() + b"\n"


def test_a_file_that_grows_all_the_time(fresh, tmp_path):
    growing = tmp_path / "growing.png"
    growing.write_bytes(b"\x89PNG\r\n\x1a\n")
    writer = subprocess.Popen(["sh", "-c", f"exec cat /dev/zero >>'{growing}'"], stderr=subprocess.DEVNULL)
    try:
        status, words, seconds, mebibytes = measured(fresh, "scan", growing)
    finally:
        writer.kill()
        writer.wait()
        growing.unlink()
    assert status == 7 and words.startswith(b"totp: ") and seconds < 5 and mebibytes < 512


def worker(*arguments, input=b"", before=()):
    path = pathlib.Path(STAGE) / "libexec" / "totp" / "totp-worker"
    return subprocess.run([*before, path, *arguments], input=input, env={}, capture_output=True, timeout=30)


def kernel_without(*injections):
    """A kernel that fails some system calls, played by strace."""
    options = [option for injection in injections for option in ("-e", f"inject={injection}")]
    return ["strace", "-f", "-qq", "-o", "/dev/null", *options]


def kernel_without_seccomp(folder):
    """The filter can be put up in two ways, of which the second is a call that does other things before."""
    log = folder / "calls"
    traced = worker("sandbox", before=["strace", "-f", "-qq", "-o", str(log), "-e", "trace=prctl"])
    if traced.returncode:
        pytest.skip("strace may not trace here")
    calls = [line for line in log.read_text().splitlines() if " prctl(" in line]
    (last,) = (index for index, line in enumerate(calls, 1) if "PR_SET_DUMPABLE" in line)
    return kernel_without("seccomp:error=ENOSYS", f"prctl:error=EINVAL:when={last + 1}+")


MISSING, LEAKS, SECCOMP, LANDLOCK = 1, 2, 1 << 4, 1 << 3


def numbers(answer):
    """The fields of the answer of the job `sandbox`, all of them numbers (protobuf's varints)."""
    plain, value, shift = [], 0, 0
    for byte in answer[4:]:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            plain.append(value)
            value = shift = 0
    return {plain[i] >> 3: plain[i + 1] for i in range(0, len(plain), 2)}


def test_the_sandbox_stands_and_nothing_gets_out():
    answer = worker("sandbox")
    assert answer.returncode == 0 and numbers(answer.stdout) == {}


def test_without_seccomp_or_landlock_the_other_walls_stand(tmp_path):
    picture = draw("hello", tmp_path / "qr.png").read_bytes()
    for before, wall in (
        (kernel_without_seccomp(tmp_path), SECCOMP),
        (kernel_without("landlock_create_ruleset:error=ENOSYS"), LANDLOCK),
    ):
        answer = worker("sandbox", before=before)
        assert answer.returncode == 0
        assert numbers(answer.stdout)[MISSING] == wall
        # seccomp alone denies all that is tried; without it Landlock and the limits deny files, sockets
        # and the memory of others.
        leaks = numbers(answer.stdout).get(LEAKS, 0)
        assert leaks & 0b100111 == 0 and (leaks == 0) == (wall == LANDLOCK)
        assert b"hello" in worker("picture", input=picture, before=before).stdout


def test_a_blank_picture_is_called_blank(fresh, bad_pictures):
    done = fresh("scan", bad_pictures["no code"])
    assert b"blank" in done.stderr and b"0 readings" not in done.stderr


def parts_of(text, folder, version="5"):
    """A message over several codes, one picture each."""
    subprocess.run(
        ["qrencode", "-S", "-v", version, "-o", str(folder / "part.png")], input=text.encode(), check=True)
    return sorted(folder.glob("part-*.png"))


def test_a_part_of_a_longer_code_is_called_so(fresh, tmp_path):
    parts = parts_of("otpauth-migration://offline?data=" + "A" * 200, tmp_path)
    assert len(parts) > 1
    done = fresh("scan", parts[1])
    assert done.returncode == 7 and done.stdout == b""
    assert f"part 2 of {len(parts)} of a longer code".encode() in done.stderr


def varint(number):
    out = b""
    while number > 0x7F:
        out += bytes([number & 0x7F | 0x80])
        number >>= 7
    return out + bytes([number])


def export_part(names, index, count, export=77):
    """One of the URIs of Google Authenticator's export (protobuf)."""

    def field(number, content):
        return bytes([number << 3 | 2]) + varint(len(content)) + content

    message = b""
    for name in names:
        token = field(1, name.encode() * 4) + field(2, name.encode()) + b"\x20\x01\x28\x01\x30\x02"
        message += field(1, token)
    for number, value in ((2, 1), (3, count), (4, index), (5, export)):
        message += bytes([number << 3]) + varint(value)
    return "otpauth-migration://offline?data=" + quote(base64.b64encode(message), safe="")


def test_an_export_over_several_pictures(fresh, tmp_path):
    parts = [["anna", "bert"], ["carl"], ["dora"]]
    pictures = [
        draw(export_part(names, index, len(parts)), tmp_path / f"{index}.png")
        for index, names in enumerate(parts)
    ]
    done = fresh("scan", *pictures, check=0)
    assert done.stdout.count(b"otpauth-migration") == 3 and b"missing" not in done.stderr
    done = fresh("scan", pictures[2], pictures[0], check=0)
    assert b"of the export's 3 parts these are missing: 2" in done.stderr
    done = fresh("add", "--scan", pictures[2], "--scan", pictures[0], "--all", check=0)
    assert b"these are missing: 2" in done.stderr
    done = fresh("add", *(word for picture in pictures for word in ("--scan", picture)), "--all", check=0)
    assert b"missing" not in done.stderr
    assert sorted(token["account"] for token in fresh.list()) == ["anna", "bert", "carl", "dora"]


def test_a_code_shown_twice_is_reported_once(fresh, tmp_path):
    picture = draw(f"otpauth://totp/x?secret={J}", tmp_path / "one.png")
    subprocess.run(["convert", str(picture), str(picture), "+append", str(tmp_path / "two.png")], check=True)
    assert fresh("scan", tmp_path / "two.png", check=0).stdout.count(b"otpauth") == 1


@pytest.mark.parametrize("encoding, text", [
    ("utf-8", "Bücher 銀行"), ("latin-1", "Zürich Ä"), ("shift_jis", "銀行オンライン"),
])
def test_texts_in_the_encodings_that_people_use(fresh, tmp_path, encoding, text):
    picture = tmp_path / "qr.png"
    subprocess.run(
        ["qrencode", "-8", "-o", str(picture)], input=text.encode(encoding), check=True)
    assert fresh("scan", picture, check=0).stdout.decode() == text + "\n"
