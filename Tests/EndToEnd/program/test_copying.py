# SPDX-License-Identifier: MIT
"""`totp code --copy`, with real clipboards, and with the tools' absence."""

import base64
import os
import shutil
import subprocess
import time

import pytest

from desktop import needs
from harness import J, T
from terminal import Terminal

X11 = ("xclip", "-selection", "clipboard", "-o")


@pytest.fixture
def github(totp):
    totp("add", "github", input=J, check=0)
    return totp


def pasted(display, *command):
    done = subprocess.run(
        command, env={**os.environ, **display}, capture_output=True, timeout=20
    )
    return done.stdout


def cleared(display, *command, seconds=10):
    deadline = time.monotonic() + seconds
    while pasted(display, *command) not in (b"", b"\n"):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return True


def test_a_code_is_copied_without_a_newline_and_printed_nowhere(github, x11):
    needs("xclip")
    done = github("code", "github", "--at", T, "--copy", "--clear-after", 0, env=x11, check=0)
    assert done.stdout == b"" and b"324550" not in done.stderr and b"xclip" in done.stderr
    assert pasted(x11, *X11) == b"324550"


def test_it_is_cleared_after_a_while_on_x11(github, x11):
    needs("xclip")
    start = time.monotonic()
    github("code", "github", "--at", T, "--copy", "--clear-after", "4", env=x11, check=0)
    assert pasted(x11, *X11) == b"324550"
    assert cleared(x11, *X11) and time.monotonic() - start > 2


def test_what_was_copied_meanwhile_stays(github, x11):
    needs("xclip")
    github("code", "github", "--at", T, "--copy", "--clear-after", "1", env=x11, check=0)
    mine = {"input": b"mine", "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run(X11[:-1], env={**os.environ, **x11}, check=True, **mine)
    time.sleep(2.5)
    assert pasted(x11, *X11) == b"mine"


def test_xsel_takes_the_place_of_xclip(github, x11, tmp_path):
    needs("xsel", "xclip")
    for tool in ("xsel", "sh"):
        (tmp_path / tool).symlink_to(shutil.which(tool))
    env = {**x11, "PATH": str(tmp_path)}
    github("code", "github", "--at", T, "-c", "--clear-after", "4", env=env, check=0)
    assert pasted(x11, *X11) == b"324550" and cleared(x11, *X11)


def test_it_is_copied_and_cleared_on_wayland(github, wayland):
    needs("wl-copy", "wl-paste")
    paste = ("wl-paste", "--no-newline")
    github("code", "github", "--at", T, "--copy", "--clear-after", "4", env=wayland, check=0)
    assert pasted(wayland, *paste) == b"324550"
    assert cleared(wayland, *paste)


def test_nothing_hangs_in_a_substitution(github, x11):
    needs("xclip")
    start = time.monotonic()
    done = subprocess.run(
        ["sh", "-c", 'x=$("$1" code github --copy --clear-after 0 2>&1); printf "%s" "$x"', "sh", github.path],
        env={**github.environment, **x11},
        capture_output=True,
        timeout=15,
    )
    assert b"copied" in done.stdout and time.monotonic() - start < 5


def test_json_tells_the_code_as_well(github, x11):
    needs("xclip")
    done = github("code", "github", "--at", T, "--copy", "--clear-after", 0, "--json", env=x11, check=0)
    assert b'"code": "324550"' in done.stdout or b'"code":"324550"' in done.stdout
    assert pasted(x11, *X11) == b"324550"


def test_tmux_keeps_it_in_a_buffer(github, tmp_path):
    needs("tmux")
    env = {"TMUX_TMPDIR": str(tmp_path), "TERM": "xterm", "HOME": str(tmp_path)}
    tmux = lambda *words: subprocess.run(
        ["tmux", *words], env={**github.environment, **env}, capture_output=True, timeout=10
    )
    assert tmux("new-session", "-d", "-s", "t", "sleep 60").returncode == 0
    try:
        name = tmux("display-message", "-p", "#{socket_path},#{pid},0").stdout.decode().strip()
        inside = {**env, "TMUX": name}
        github("code", "github", "--at", T, "--copy", "--clear-after", "4", env=inside, check=0)
        assert tmux("show-buffer", "-b", "totp").stdout == b"324550"
        deadline = time.monotonic() + 10
        while tmux("show-buffer", "-b", "totp").returncode == 0:
            assert time.monotonic() < deadline
            time.sleep(0.05)
    finally:
        tmux("kill-server")


def test_a_terminal_over_ssh_is_asked_by_an_escape_sequence(github):
    environment = {**github.environment, "SSH_TTY": "/dev/pts/9", "TERM": "xterm"}
    terminal = Terminal([github.path, "code", "github", "--at", str(T), "--copy"], environment)
    assert terminal.finish() == 0
    wanted = b"\x1b]52;c;" + base64.b64encode(b"324550") + b"\x07"
    assert wanted in terminal.seen and b"324550" not in terminal.seen


def test_the_way_can_be_chosen(github, x11):
    environment = {**github.environment, **x11, "TOTP_CLIPBOARD": "osc52", "TERM": "xterm"}
    terminal = Terminal([github.path, "code", "github", "--at", str(T), "-c"], environment)
    assert terminal.finish() == 0 and b"\x1b]52;c;" in terminal.seen
    done = github("code", "github", "-c", env={"TOTP_CLIPBOARD": "none"})
    assert done.returncode == 2 and b"wl-copy" in done.stderr


def test_without_a_clipboard_it_fails_and_says_what_was_tried(github, tmp_path):
    done = github("code", "github", "--copy")
    assert done.returncode == 1 and done.stdout == b"" and b"DISPLAY" in done.stderr
    done = github("code", "github", "--copy", env={"DISPLAY": ":9", "PATH": str(tmp_path)})
    assert done.returncode == 1 and b"xclip or xsel is not installed" in done.stderr
    assert github("code", "github", "--clear-after", "3").returncode == 2


def test_a_counter_that_was_used_up_is_said(totp):
    totp("add", "bank", "--hotp", input=J, check=0)
    done = totp("code", "bank", "--copy")
    assert done.returncode == 1 and b"code 0 is used up" in done.stderr


def test_the_code_is_in_no_argument(github, x11, tmp_path):
    needs("xclip", "strace")
    log = tmp_path / "trace"
    command = ["strace", "-f", "-s", "200", "-e", "trace=execve", "-o", log, github.path]
    # The clipboard's owner lives on, and strace with it.
    process = subprocess.Popen(
        [*command, "code", "github", "--at", str(T), "--copy", "--clear-after", "1"],
        env={**github.environment, **x11},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        deadline = time.monotonic() + 15
        while not (log.exists() and "clear-clipboard" in log.read_text()):
            assert time.monotonic() < deadline
            time.sleep(0.05)
    finally:
        process.kill()
        process.wait()
    assert "xclip" in log.read_text() and "324550" not in log.read_text()
