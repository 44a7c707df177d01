# SPDX-License-Identifier: MIT
"""QR codes that `totp` draws, read by programs that share nothing with it."""

import os
import re
import stat
import subprocess

import pytest
import zxingcpp
from PIL import Image

from harness import J, R
from terminal import Terminal

BLOCKS = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}


@pytest.fixture
def drawing(totp):
    totp("add", "GitHub:älice", input=R, check=0)
    return totp


def uri(totp, query="github"):
    return totp("uri", query, check=0).stdout.rstrip(b"\n")


def by_zbar(path):
    done = subprocess.run(
        ["zbarimg", "-q", "--raw", "-Sbinary", "--nodbus", path], capture_output=True
    )
    return done.stdout.rstrip(b"\n")


def by_zxing(path):
    return [bytes(code.bytes) for code in zxingcpp.read_barcodes(Image.open(path).convert("L"))]


def picture_of(text, path, ink, paper, scale=6):
    """Renders lines of half blocks as a terminal with these colours shows them."""
    lines = text.split("\n")[:-1]
    width = max(map(len, lines))
    image = Image.new("L", (width, 2 * len(lines)), paper)
    for row, line in enumerate(lines):
        for column, block in enumerate(line):
            top, bottom = BLOCKS[block]
            image.putpixel((column, 2 * row), ink if top else paper)
            image.putpixel((column, 2 * row + 1), ink if bottom else paper)
    image = image.resize((width * scale, 2 * len(lines) * scale), Image.NEAREST)
    image.save(path)
    return path


def test_a_png_is_read_by_others_and_by_ourselves(drawing, tmp_path):
    path = tmp_path / "a b.png"
    done = drawing("qr", "github", "--png", path, check=0)
    assert done.stdout == b"" and str(path).encode() in done.stderr
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert by_zbar(path) == uri(drawing) and by_zxing(path) == [uri(drawing)]
    assert drawing("scan", path, check=0).stdout.rstrip(b"\n") == uri(drawing)


def test_an_svg_is_read_by_others(drawing, tmp_path):
    path = tmp_path / "a.svg"
    drawing("qr", "github", "--svg", path, check=0)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    subprocess.run(["rsvg-convert", "-o", tmp_path / "a.png", path], check=True)
    assert by_zbar(tmp_path / "a.png") == uri(drawing)
    assert by_zxing(tmp_path / "a.png") == [uri(drawing)]


@pytest.mark.parametrize("options, ink, paper", [((), 255, 0), (("--light",), 0, 255)])
def test_half_blocks_in_a_pipe_are_for_a_dark_background_or_for_a_light_one(
    drawing, tmp_path, options, ink, paper
):
    text = drawing("qr", "github", *options, check=0).stdout.decode()
    assert "\x1b" not in text
    path = picture_of(text, tmp_path / "t.png", ink, paper)
    assert by_zbar(path) == uri(drawing) and by_zxing(path) == [uri(drawing)]


def on_terminal(totp, *arguments, **environment):
    terminal = Terminal(
        [totp.path, *arguments], {**totp.environment, "TERM": "xterm-256color", **environment}
    )
    assert terminal.finish() == 0, terminal.seen
    return terminal.seen.decode().replace("\r\n", "\n")


def test_a_terminal_shows_black_on_white_whatever_its_theme(drawing, tmp_path):
    text = on_terminal(drawing, "qr", "github")
    assert set(re.findall("\x1b\\[[0-9;]*m", text)) == {"\x1b[38;5;16;48;5;231m", "\x1b[0m"}
    for line in text.split("\n")[:-1]:
        assert line.startswith("\x1b[38;5;16;48;5;231m") and line.endswith("\x1b[0m")
    path = picture_of(re.sub("\x1b\\[[0-9;]*m", "", text), tmp_path / "t.png", 0, 255)
    assert by_zbar(path) == uri(drawing) and by_zxing(path) == [uri(drawing)]


def test_a_terminal_without_colours_gets_none(drawing):
    assert "\x1b" not in on_terminal(drawing, "qr", "github", NO_COLOR="1")
    assert "\x1b" not in on_terminal(drawing, "qr", "github", TERM="dumb")


def test_a_file_is_never_replaced_unasked(drawing, tmp_path):
    path = tmp_path / "a.png"
    path.write_bytes(b"mine")
    done = drawing("qr", "github", "--png", path)
    assert done.returncode == 1 and b"--force" in done.stderr and path.read_bytes() == b"mine"
    path.unlink()
    path.symlink_to(tmp_path / "elsewhere")
    assert drawing("qr", "github", "--png", path).returncode == 1
    drawing("qr", "github", "--png", path, "--force", check=0)
    assert not path.is_symlink() and not (tmp_path / "elsewhere").exists()
    assert by_zbar(path) == uri(drawing)
    assert sorted(p.name for p in tmp_path.glob("*.new")) == []


def test_a_file_that_can_t_be_written_leaves_nothing(drawing, tmp_path):
    done = drawing("qr", "github", "--png", tmp_path / "missing" / "a.png")
    assert done.returncode == 1 and b"missing" in done.stderr
    before = sorted(p.name for p in tmp_path.iterdir())
    done = drawing("qr", "github", "--svg", "/dev/full")
    assert done.returncode == 1
    assert sorted(p.name for p in tmp_path.iterdir()) == before


def test_an_export_has_ten_tokens_a_code(drawing, tmp_path):
    for number in range(21):
        drawing("add", f"t{number}", input=J, check=0)
    done = drawing("qr", "--migration", "--png", tmp_path / "all.x.png", check=0)
    paths = [tmp_path / f"all.x-{n}.png" for n in (1, 2, 3)]
    assert [p.exists() for p in paths] == [True] * 3 and done.stderr.count(b"wrote") == 3
    found = [by_zbar(p) for p in paths]
    assert all(text.startswith(b"otpauth-migration://") for text in found)
    assert [by_zxing(p) for p in paths] == [[text] for text in found]
    other = drawing.__class__(tmp_path / "other").init()
    other("add", "--uri", "-", input=b"\n".join(found) + b"\n", check=0)
    assert len(other.list()) == 22
    codes = {t["account"]: other.code(t["id"]) for t in other.list()}
    assert codes["t3"] == "324550" and codes["älice"] == drawing.code("github")


def test_an_export_that_would_leave_some_behind_is_none(drawing):
    drawing("add", "slow", "--period", "60", input=J, check=0)
    done = drawing("qr", "--migration")
    assert done.returncode == 2 and done.stdout == b"" and b"slow" in done.stderr


def test_what_is_too_long_for_a_code_is_said(drawing, tmp_path):
    drawing("add", "x" * 2900, input=J, check=0)
    done = drawing("qr", "x" * 2900, "--png", tmp_path / "a.png")
    assert done.returncode == 1 and b"2953" in done.stderr and not (tmp_path / "a.png").exists()


def test_wrong_combinations_are_usage(drawing, tmp_path):
    assert drawing("qr").returncode == 2
    assert drawing("qr", "github", "--png", "a", "--svg", "b").returncode == 2
    assert drawing("qr", "github", "--force").returncode == 2
    assert drawing("qr", "nobody").returncode == 3
    done = drawing("qr", "github", stdout=os.open("/dev/full", os.O_WRONLY))
    assert done.returncode == 1
